import { cents } from '@palpite/money'
import type { PaymentGateway, PayoutRequest } from '../gateway/index.ts'
import type { PayoutOrder, PayoutRail } from './payout-rail.ts'

/** Payouts over PIX by one provider, to a CPF or CNPJ that the key must belong to. */
export function pixPayouts(gateway: PaymentGateway, account: PayoutRail['account']): PayoutRail {
  const { payoutBatch: batch } = gateway
  return {
    methods: ['CPF', 'CNPJ'],
    account,
    createPayout: (order) => gateway.createPayout(requestOf(order)),
    ...(batch && { batch: { max: batch.max, create: (orders) => batch.create(orders.map(requestOf)) } }),
    getPayout: (payoutId) => gateway.getPayout(payoutId),
  }
}

const requestOf = ({ payoutId, method, payCardNo, netCents }: PayoutOrder): PayoutRequest => ({
  payoutId,
  amountCents: cents(netCents),
  key: payCardNo,
  payee: method === 'CNPJ' ? { cnpj: payCardNo } : { cpf: payCardNo },
})
