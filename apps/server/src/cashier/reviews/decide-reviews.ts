import { areIndependent } from '../../identity/index.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import { withdrawalChanged } from '../events.ts'
import { endHeld, holdKinds, noAccounts } from '../withdrawals/end-withdrawals.ts'
import { REFUSED_IN_REVIEW } from '../withdrawals/rules.ts'
import {
  insertSaid,
  lockReviews,
  type Reviewed,
  type Said,
  selectReviewOwners,
  selectSaid,
  selectSaidBy,
  updateToRequested,
} from './queries.ts'

export type DecideReviews = {
  requestId: string
  operatorId: number
  orderIds: readonly string[]
  outcome: 'approve' | 'refuse'
  reason: string
}

/** What became of one: sent in its turn, still waiting for another operator, or refused and its money given back. */
export type ReviewAnswer = { orderId: string; state: 'sent' | 'waits' | 'refused' }

/** What was decided, and whether by this very call. */
export type DecidedReviews = { isNew: boolean; answers: ReviewAnswer[]; reviewed: readonly Reviewed[] }

/**
 * Says yes or no to withdrawals that wait for operators, all of them or none. Above a bound two operators have to say
 * yes, and they have to be independent of each other; one is enough to refuse. Sent again it acts once.
 */
export async function decideReviews(
  cashier: Cashier,
  tx: Tx,
  request: DecideReviews,
): Promise<Result<DecidedReviews, 'not_found' | 'four_eyes' | 'request_mismatch'>> {
  const orderIds = [...new Set(request.orderIds)]
  const owners = await selectReviewOwners(tx, orderIds)
  const batch = await lockAccounts(tx, [...new Set(owners.map(({ playerId }) => playerId))], holdKinds)
  const earlier = await selectSaidBy(tx, request.requestId)
  if (earlier.length > 0) return answerAgain(tx, earlier, { ...request, orderIds })
  const reviewed = await lockReviews(tx, orderIds)
  if (reviewed.length !== orderIds.length) return refuse('not_found')
  const said = await selectSaid(tx, orderIds)
  if (request.outcome === 'approve' && !(await isIndependent(tx, said, request.operatorId))) {
    return refuse('four_eyes')
  }
  await insertSaid(
    tx,
    orderIds.map((withdrawalId) => ({ ...request, withdrawalId })),
  )
  const answers = reviewed.map((one) => ({ orderId: one.id, state: stateOf(one, said, request) }))
  const idsOf = (state: ReviewAnswer['state']) =>
    answers.filter((answer) => answer.state === state).map(({ orderId }) => orderId)
  const sent = reviewed.filter(({ id }) => idsOf('sent').includes(id))
  if (sent.length > 0) {
    await updateToRequested(tx, idsOf('sent'))
    await writeEvents(
      tx,
      withdrawalChanged,
      sent.map(({ id, playerId, amountCents }) => ({ playerId, orderId: id, amountCents, status: '00' })),
    )
    tx.afterCommit(() => cashier.wakePayouts())
  }
  if (request.outcome === 'refuse') {
    const ends = reviewed.map(({ id, playerId }) => ({ id, playerId, ...refused }))
    await endHeld({ tx, accounts: noAccounts }, batch, ends)
  }
  return ok({ isNew: true, answers, reviewed })
}

const refused = { status: 'failed', why: REFUSED_IN_REVIEW, providerRef: null } as const

function stateOf(one: Reviewed, said: readonly Said[], { outcome }: DecideReviews): ReviewAnswer['state'] {
  if (outcome === 'refuse') return 'refused'
  const approvals = said.filter(({ withdrawalId }) => withdrawalId === one.id).length + 1
  return approvals >= one.approvalsNeeded ? 'sent' : 'waits'
}

/** Nobody says yes twice, nor together with an operator whose password they may hold. */
async function isIndependent(tx: Tx, said: readonly Said[], operatorId: number): Promise<boolean> {
  for (const other of new Set(said.map((one) => one.operatorId))) {
    if (other === operatorId || !(await areIndependent(tx, other, operatorId))) return false
  }
  return true
}

async function answerAgain(
  tx: Tx,
  earlier: readonly Said[],
  { operatorId, outcome, orderIds, reason }: DecideReviews,
): Promise<Result<DecidedReviews, 'request_mismatch'>> {
  const isSame =
    earlier.length === orderIds.length &&
    earlier.every(
      (one) =>
        one.operatorId === operatorId &&
        one.outcome === outcome &&
        one.reason === reason &&
        orderIds.includes(one.withdrawalId),
    )
  if (!isSame) return refuse('request_mismatch')
  const waiting = new Set((await lockReviews(tx, orderIds)).map(({ id }) => id))
  const answers = orderIds.map((orderId): ReviewAnswer => {
    if (outcome === 'refuse') return { orderId, state: 'refused' }
    return { orderId, state: waiting.has(orderId) ? 'waits' : 'sent' }
  })
  return ok({ isNew: false, answers, reviewed: [] })
}
