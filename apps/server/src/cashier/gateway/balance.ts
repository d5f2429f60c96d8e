import { Fault } from '../../platform/fault.ts'
import type { BankClient } from './bank-client.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { readBalance, readProblem, type OnInvalidResponse } from './wire.ts'

/** What stands on our account at the bank, as Efí tells it: Banco Central's standard has no such call. */
export const balanceOver = (
  client: BankClient,
  odd: OnInvalidResponse,
): Pick<PaymentGateway, 'readBalance'> => ({
  readBalance: async () => {
    const { status, body } = await client.call('GET', '/v2/gn/saldo')
    const balanceCents = status === 200 ? readBalance(body) : undefined
    if (balanceCents === undefined && status === 200) odd('unreadable_balance', {})
    if (balanceCents === undefined)
      throw new Fault(`the bank does not say what we have: ${readProblem(status, body)}`)
    return balanceCents
  },
})
