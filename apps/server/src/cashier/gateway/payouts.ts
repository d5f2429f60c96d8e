import { plainReais } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import type { BankClient } from './bank-client.ts'
import type { Reply } from './bank-request.ts'
import type { PaymentGateway, PayoutAnswer } from './payment-gateway.ts'
import { readPayout, readProblem, type SaidNonsense } from './wire.ts'

type Payouts = Pick<PaymentGateway, 'createPayout' | 'getPayout'>

/** What says for certain that this payout was not taken on. All other refusals may be about something else. */
const DEFINITE = new Set([400, 404, 422])

/** Payouts as Efí offers them: Banco Central's standard has none. */
export function payoutsOver(client: BankClient, pixKey: string, odd: SaidNonsense): Payouts {
  const payoutIn = (reply: Reply, payoutId: string) => readAnswer(reply, payoutId, odd)
  return {
    createPayout: ({ payoutId, amountCents, key, payee }) =>
      certainly(async () => {
        const reply = await client.call('PUT', `/v3/gn/pix/${encodeURIComponent(payoutId)}`, {
          valor: plainReais(amountCents),
          pagador: { chave: pixKey },
          favorecido: { chave: key, ...payee },
        })
        if (DEFINITE.has(reply.status)) return { kind: 'refused', why: readProblem(reply.status, reply.body) }
        return payoutIn(reply, payoutId)
      }),
    getPayout: (payoutId) =>
      certainly(async () => {
        const path = `/v2/gn/pix/enviados/id-envio/${encodeURIComponent(payoutId)}`
        const reply = await client.call('GET', path)
        // Only the bank's own words say that it does not know an id: what stands before it answers 404 too, without any.
        const isAbsent = reply.status === 404 && typeof reply.body === 'object' && reply.body !== null
        return isAbsent ? { kind: 'absent' } : payoutIn(reply, payoutId)
      }),
  }
}

function readAnswer({ status, body }: Reply, payoutId: string, odd: SaidNonsense): PayoutAnswer {
  const payout = status < 300 ? readPayout(body) : undefined
  if (status < 300 && payout?.payoutId !== payoutId) odd('unreadable_payout', { payoutId })
  if (payout?.payoutId === payoutId) return { kind: 'known', payout }
  return { kind: 'unknown', why: readProblem(status, body) }
}

/** A time-out, a broken connection, a 5xx: nobody knows whether the bank has it. */
async function certainly(call: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Fault) return { kind: 'unknown', why: error.message }
    throw error
  }
}
