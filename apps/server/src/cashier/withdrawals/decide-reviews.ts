import { readTrees } from '../../identity/index.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import { withdrawalChanged } from '../events.ts'
import { endHeld, holdKinds, noAccounts } from './end-withdrawals.ts'
import { REFUSED_IN_REVIEW } from './rules.ts'
import {
  insertReviewCall,
  insertSaid,
  lockReviews,
  type ReviewCall,
  type Reviewed,
  type Said,
  selectReviewCall,
  selectReviewOwners,
  selectSaid,
  updateToRequested,
} from './review-queries.ts'

export type DecideReviews = {
  requestId: string
  operatorId: number
  orderIds: readonly string[]
  outcome: 'approve' | 'refuse'
  reason: string
}

/**
 * What became of one: sent in its turn, still waiting for another operator, or refused and its money given back. Nothing came
 * of one that waits for no operator (any more), nor of one whose second yes has to be somebody else's.
 */
export type ReviewAnswer = {
  orderId: string
  state: 'sent' | 'waits' | 'refused' | 'not_waiting' | 'needs_another'
}

/** What each was answered, and what this very call has decided. */
export type DecidedReviews = { answers: ReviewAnswer[]; decided: readonly Reviewed[] }

/**
 * Says yes or no to withdrawals that wait for operators, each for itself. Above a bound two operators have to say yes, and
 * they have to be independent of each other; one is enough to refuse. Sent again it acts once and answers the same.
 */
export async function decideReviews(
  cashier: Cashier,
  tx: Tx,
  asked: DecideReviews,
): Promise<Result<DecidedReviews, 'request_mismatch'>> {
  const request = { ...asked, orderIds: [...new Set(asked.orderIds)] }
  const owners = await selectReviewOwners(tx, request.orderIds)
  const batch = await lockAccounts(tx, [...new Set(owners.map(({ playerId }) => playerId))], holdKinds)
  const earlier = await selectReviewCall(tx, request.requestId)
  if (earlier) return answerAgain(earlier, request)
  const waiting = await lockReviews(tx, request.orderIds)
  const { said, barred } = await readSaid(tx, request)
  const answers = request.orderIds.map((orderId): ReviewAnswer => {
    const one = waiting.find(({ id }) => id === orderId)
    if (!one) return { orderId, state: 'not_waiting' }
    return { orderId, state: barred.has(orderId) ? 'needs_another' : stateOf(one, said, request) }
  })
  const decided = waiting.filter(({ id }) => !barred.has(id))
  await insertSaid(
    tx,
    decided.map(({ id }) => ({ ...request, withdrawalId: id })),
  )
  await insertReviewCall(tx, { ...request, answers: JSON.stringify(answers) })
  const sent = decided.filter((one) => stateOf(one, said, request) === 'sent')
  if (sent.length > 0) {
    await updateToRequested(
      tx,
      sent.map(({ id }) => id),
    )
    await writeEvents(
      tx,
      withdrawalChanged,
      sent.map(({ id, playerId, amountCents }) => ({ playerId, orderId: id, amountCents, status: '00' })),
    )
    tx.afterCommit(() => cashier.wakePayouts())
  }
  if (request.outcome === 'refuse' && decided.length > 0) {
    const ends = decided.map(({ id, playerId }) => ({ id, playerId, ...refused }))
    await endHeld({ tx, accounts: noAccounts }, batch, ends)
  }
  return ok({ answers, decided })
}

const refused = { status: 'failed', why: REFUSED_IN_REVIEW, providerRef: null } as const

function stateOf(
  one: Reviewed,
  said: readonly Said[],
  { outcome }: DecideReviews,
): 'sent' | 'waits' | 'refused' {
  if (outcome === 'refuse') return 'refused'
  const approvals = said.filter(({ withdrawalId }) => withdrawalId === one.id).length + 1
  return approvals >= one.approvalsNeeded ? 'sent' : 'waits'
}

/**
 * What still counts of what was said of these: nothing of an operator who was disabled since. And those that this operator may
 * not say yes to: nobody does twice, nor after one of the same tree, who may be the same person.
 */
async function readSaid(
  tx: Tx,
  { orderIds, outcome, operatorId }: DecideReviews,
): Promise<{ said: Said[]; barred: ReadonlySet<string> }> {
  const all = await selectSaid(tx, orderIds)
  const trees = await readTrees(
    tx,
    [...new Set([operatorId, ...all.map((one) => one.operatorId)])],
    'withdrawals.review',
  )
  const said = all.filter((one) => trees.has(one.operatorId))
  const own = trees.get(operatorId)
  const ofOwnTree = said.filter((one) => own === undefined || trees.get(one.operatorId) === own)
  return { said, barred: new Set(outcome === 'approve' ? ofOwnTree.map((one) => one.withdrawalId) : []) }
}

/** What the call was answered when it was first sent. */
function answerAgain(
  { answers: kept, ...earlier }: ReviewCall,
  { operatorId, outcome, orderIds, reason }: DecideReviews,
): Result<DecidedReviews, 'request_mismatch'> {
  // Written by this file only.
  const answers = JSON.parse(kept) as ReviewAnswer[]
  const isSame =
    earlier.operatorId === operatorId &&
    earlier.outcome === outcome &&
    earlier.reason === reason &&
    answers.length === orderIds.length &&
    answers.every(({ orderId }) => orderIds.includes(orderId))
  return isSame ? ok({ answers, decided: [] }) : refuse('request_mismatch')
}
