import { plainReais } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import type { BankClient } from './bank-client.ts'
import type { Reply } from './bank-request.ts'
import type { PaymentGateway, PayoutAnswer, PayoutRequest } from './payment-gateway.ts'
import { readBatch, readPayout, readProblem, type OnInvalidResponse } from './wire.ts'

type Payouts = Pick<PaymentGateway, 'createPayout' | 'payoutBatch' | 'getPayout'>

type Terms = {
  pixKey: string
  /** Payouts that the bank takes in one call; 0 where it takes them one by one. */
  batchMax: number
}

/** What says for certain that this payout was not taken on. All other refusals may be about something else. */
const DEFINITE = new Set([400, 404, 422])

/** Payouts as Efí offers them, and in batches as the sandbox takes them: Banco Central's standard has neither. */
export function payoutsOver(
  client: BankClient,
  { pixKey, batchMax }: Terms,
  odd: OnInvalidResponse,
): Payouts {
  const payoutIn = (reply: Reply, payoutId: string) => readAnswer(reply, payoutId, odd)
  const bodyOf = ({ amountCents, key, payee }: Omit<PayoutRequest, 'payoutId'>) => ({
    valor: plainReais(amountCents),
    pagador: { chave: pixKey },
    favorecido: { chave: key, ...payee },
  })
  const createBatch = async (requests: readonly PayoutRequest[]) => {
    const pagamentos = requests.map((one) => ({ idEnvio: one.payoutId, ...bodyOf(one) }))
    try {
      const reply = await client.call('POST', '/v3/gn/pix/lote', { pagamentos })
      // The batch as such was not wanted, which says nothing about any payout of it.
      if (reply.status >= 300) return undefined
      return answersOf(reply, requests, odd)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { message: why } = error
      return requests.map((): PayoutAnswer => ({ kind: 'unknown', why }))
    }
  }
  return {
    payoutBatch: batchMax > 1 ? { max: batchMax, create: createBatch } : undefined,
    createPayout: ({ payoutId, ...request }) =>
      certainly(async () => {
        const path = `/v3/gn/pix/${encodeURIComponent(payoutId)}`
        const reply = await client.call('PUT', path, bodyOf(request))
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

function readAnswer({ status, body }: Reply, payoutId: string, odd: OnInvalidResponse): PayoutAnswer {
  const payout = status < 300 ? readPayout(body) : undefined
  if (status < 300 && payout?.payoutId !== payoutId) odd('unreadable_payout', { payoutId })
  if (payout?.payoutId === payoutId) return { kind: 'known', payout }
  return { kind: 'unknown', why: readProblem(status, body) }
}

/** What the bank says of each payout of a batch; what it leaves out, or says twice, nobody knows. */
function answersOf(
  { status, body }: Reply,
  requests: readonly PayoutRequest[],
  odd: OnInvalidResponse,
): PayoutAnswer[] {
  const items = readBatch(status, body)
  return requests.map(({ payoutId }): PayoutAnswer => {
    const [item, ...more] = items.filter((one) => one.payoutId === payoutId)
    if (item?.kind === 'refused' && more.length === 0) return { kind: 'refused', why: item.why }
    if (item?.kind === 'known' && more.length === 0) return { kind: 'known', payout: item.payout }
    odd('unreadable_payout', { payoutId })
    return { kind: 'unknown', why: 'the bank answered a batch and left this out' }
  })
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
