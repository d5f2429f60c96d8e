import { balanceOf, type LedgerBatch, lockAccounts, move, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { topupRefund } from '../events.ts'
import { lockTopUps, selectTopUps, type TopUp } from './topup-queries.ts'
import {
  insertRefunds,
  lockRefundsUnderWay,
  lockUnmatchedPayments,
  type Refund,
  selectRefundsOfCalls,
} from './refund-queries.ts'

export type RequestRefund = {
  requestId: string
  operatorId: number
  /** The payment, by its end-to-end id. */
  providerRef: string
  /** The rest of the payment, if not given. */
  amountCents?: number | undefined
  reason: string
}

type RefundRefusal =
  | 'not_found'
  | 'refund_under_way'
  | 'insufficient_funds'
  | 'bad_request'
  | 'request_mismatch'

/** A refund, created now or by an earlier call with the same id. */
type RequestedRefund = { refund: Refund; isNew: boolean }

type State = {
  random: Deps['random']
  batch: LedgerBatch
  topUps: ReadonlyMap<string, TopUp>
  unmatched: ReadonlyMap<string, { provider: string; amountCents: number }>
  /** Payments with a refund in progress, including those of this list. */
  underWay: Set<string>
  known: Map<string, Refund>
  made: Refund[]
}

/** The accounts that a refund debits or credits. */
export const refundKinds = ['cash', 'bonus', 'hold'] as const

/**
 * Requests refunds of PIX payments to their payers. For a credited top-up, the same amount of the player’s cash
 * is held until the bank answers; a payment that matches no order is refunded whole. A job sends them. Answers in
 * the order asked.
 */
export async function requestRefunds(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  requests: readonly RequestRefund[],
): Promise<Result<RequestedRefund, RefundRefusal>[]> {
  const providerRefs = requests.map(({ providerRef }) => providerRef)
  const owners = await selectTopUps(tx, 'pix', providerRefs)
  const playerIds = owners.map(({ playerId }) => playerId)
  const batch = await lockAccounts(tx, playerIds, refundKinds)
  const topUps = await lockTopUps(tx, 'pix', providerRefs)
  const unmatched = await lockUnmatchedPayments(tx, providerRefs)
  const underWay = await lockRefundsUnderWay(tx, providerRefs)
  const known = await selectRefundsOfCalls(
    tx,
    requests.map(({ requestId }) => requestId),
  )
  const state: State = {
    random,
    batch,
    topUps: new Map(topUps.map((topUp) => [topUp.providerRef, topUp])),
    unmatched: new Map(unmatched.map((one) => [one.providerRef, one])),
    underWay: new Set(underWay.map(({ providerRef }) => providerRef)),
    known: new Map(known.map((refund) => [refund.requestId, refund])),
    made: [],
  }
  const answers = requests.map((request) => decide(state, request))
  if (state.made.length > 0) {
    await post(tx, batch)
    await insertRefunds(tx, state.made)
    await writeEvents(tx, topupRefund, state.made.flatMap(askedOf))
  }
  return answers
}

function decide(state: State, request: RequestRefund): Result<RequestedRefund, RefundRefusal> {
  const { requestId, providerRef } = request
  const before = state.known.get(requestId)
  if (before)
    return isSame(before, request) ? ok({ refund: before, isNew: false }) : refuse('request_mismatch')
  const topUp = state.topUps.get(providerRef)
  const payment = topUp ? leftOf(topUp) : state.unmatched.get(providerRef)
  if (!payment) return refuse('not_found')
  if (state.underWay.has(providerRef)) return refuse('refund_under_way')
  const amountCents = request.amountCents ?? payment.amountCents
  // An unmatched payment can only be refunded whole.
  if (amountCents > payment.amountCents || (!topUp && amountCents !== payment.amountCents)) {
    const detail = { field: 'amountCents', leftCents: payment.amountCents }
    return refuse('bad_request', { values: { field: 'amountCents' }, detail })
  }
  const id = state.random.hex(16)
  if (topUp) {
    const { playerId } = topUp
    const [from, to] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'hold' } as const]
    if (balanceOf(state.batch, playerId, 'cash') < amountCents) return refuse('insufficient_funds')
    move(state.batch, { key: `refund:${id}`, from, to, cents: amountCents })
  }
  const refund: Refund = {
    id,
    requestId,
    operatorId: request.operatorId,
    reason: request.reason,
    provider: payment.provider,
    providerRef,
    playerId: topUp?.playerId ?? null,
    orderId: topUp?.orderId ?? null,
    amountCents,
  }
  state.underWay.add(providerRef)
  state.known.set(requestId, refund)
  state.made.push(refund)
  return ok({ refund, isNew: true })
}

/** What is left of a credited top-up; undefined if it was never credited or is fully reversed. */
function leftOf({ provider, state, amountCents, reversedCents }: TopUp) {
  const leftCents = amountCents - reversedCents
  return state === 'credited' && leftCents > 0 ? { provider, amountCents: leftCents } : undefined
}

const isSame = (refund: Refund, { operatorId, providerRef, amountCents, reason }: RequestRefund): boolean =>
  refund.operatorId === operatorId &&
  refund.providerRef === providerRef &&
  refund.reason === reason &&
  (amountCents === undefined || amountCents === refund.amountCents)

/** Refund events for players; none for a payment that matches no order. */
export const refundEvents =
  (step: 'asked' | 'failed', repaidCents = 0) =>
  ({ id: refundId, playerId, orderId, amountCents }: Refund) =>
    playerId === null || orderId === null
      ? []
      : [{ playerId, orderId, refundId, amountCents, step, ...(repaidCents > 0 && { repaidCents }) }]

const askedOf = refundEvents('asked')
