import { readTrees, readDeviceSharers, readSecured } from '../../identity/index.ts'
import {
  lockAccounts,
  balanceOf,
  type LedgerBatch,
  netWonCents,
  settledBetween,
  turnoverOf,
  wonOn,
} from '../../ledger/index.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { readExposedPersons, readSuspended } from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import { withdrawalChanged } from '../events.ts'
import { endHeld, holdKinds, noAccounts } from './end-withdrawals.ts'
import {
  insertReviewCall,
  insertReviews,
  lockReviews,
  type ReviewCall,
  type Reviewed,
  type OperatorDecision,
  selectReviewCall,
  selectReviewOwners,
  selectDecisions,
  updateToHeld,
  updateToRequested,
  type ReviewRow,
  selectReviews,
  selectUnderWay,
  type UnderWayRow,
  selectReceivedSince,
} from './review-queries.ts'
import type { Payer } from '../read-payers.ts'
import { type NewWithdrawal, REFUSED_IN_REVIEW, selectMoment } from './queries.ts'
import { approvalsNeeded, keyWaitsUntil, reviewReasons, secretWaitsUntil } from './payout-rules.ts'

export type DecideReviews = {
  requestId: string
  operatorId: number
  orderIds: readonly string[]
  outcome: 'approve' | 'refuse'
  reason: string
}

/**
 * The result for one withdrawal: sent when due, waiting for another operator, or refused and its money returned.
 * Without effect if it does not wait for review, if the second approval must come from another operator, or if the
 * account is suspended, from which no money leaves.
 */
type ReviewAnswer = {
  orderId: string
  state: 'sent' | 'waits' | 'refused' | 'not_waiting' | 'needs_another' | 'suspended'
}

/** The answer for each, and what this call decided. */
type DecidedReviews = { answers: ReviewAnswer[]; decided: readonly Reviewed[] }

/**
 * Approves or refuses withdrawals that wait for review, each independently. Above a limit two independent operators
 * must approve; one is enough to refuse. Idempotent.
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
  const { decisions, barred } = await readDecisions(tx, request)
  const suspended = await readSuspended(
    tx,
    request.outcome === 'approve' ? [...new Set(waiting.map(({ playerId }) => playerId))] : [],
  )
  const answers = request.orderIds.map((orderId): ReviewAnswer => {
    const one = waiting.find(({ id }) => id === orderId)
    if (!one) return { orderId, state: 'not_waiting' }
    if (suspended.has(one.playerId)) return { orderId, state: 'suspended' }
    return { orderId, state: barred.has(orderId) ? 'needs_another' : stateOf(one, decisions, request) }
  })
  const decided = waiting.filter(({ id, playerId }) => !barred.has(id) && !suspended.has(playerId))
  await insertReviews(
    tx,
    decided.map(({ id, timesHeld }) => ({ ...request, withdrawalId: id, timesHeld })),
  )
  await insertReviewCall(tx, { ...request, answers: JSON.stringify(answers) })
  const sent = decided.filter((one) => stateOf(one, decisions, request) === 'sent')
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
  decisions: readonly OperatorDecision[],
  { outcome }: DecideReviews,
): 'sent' | 'waits' | 'refused' {
  if (outcome === 'refuse') return 'refused'
  const approvals = decisions.filter(({ withdrawalId }) => withdrawalId === one.id).length + 1
  return approvals >= one.approvalsNeeded ? 'sent' : 'waits'
}

/**
 * The votes on these withdrawals that still count (none of operators disabled since, none from before a suspension), and
 * the withdrawals this operator may not approve: an operator approves once, and not after another operator of the same
 * tree, who may be the same person.
 */
async function readDecisions(
  tx: Tx,
  { orderIds, outcome, operatorId }: DecideReviews,
): Promise<{ decisions: OperatorDecision[]; barred: ReadonlySet<string> }> {
  const all = await selectDecisions(tx, orderIds)
  const trees = await readTrees(
    tx,
    [...new Set([operatorId, ...all.map((one) => one.operatorId)])],
    'withdrawals.review',
  )
  const decisions = all.filter((one) => trees.has(one.operatorId))
  const own = trees.get(operatorId)
  const ofOwnTree = decisions.filter((one) => own === undefined || trees.get(one.operatorId) === own)
  return { decisions, barred: new Set(outcome === 'approve' ? ofOwnTree.map((one) => one.withdrawalId) : []) }
}

/** The answer to the first call with this request id. */
function answerAgain(
  { answers: kept, ...earlier }: ReviewCall,
  { operatorId, outcome, orderIds, reason }: DecideReviews,
): Result<DecidedReviews, 'request_mismatch'> {
  // Only this file writes it.
  const answers = JSON.parse(kept) as ReviewAnswer[]
  const isSame =
    earlier.operatorId === operatorId &&
    earlier.outcome === outcome &&
    earlier.reason === reason &&
    answers.length === orderIds.length &&
    answers.every(({ orderId }) => orderIds.includes(orderId))
  return isSame ? ok({ answers, decided: [] }) : refuse('request_mismatch')
}

const PAGE = 50

type ShownReview = ReviewRow & { approvedBy: number[] }

/** A page of withdrawals that wait for operators, with the approvals so far. */
export async function readReviews(
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: ShownReview[]; next: string | null }> {
  const { items, next } = await readPage(cursor, (after, max) => selectReviews(sql, after, max))
  const decisions = await selectDecisions(
    sql,
    items.map((row) => row.id),
  )
  const approvedBy = (row: ReviewRow) =>
    decisions.filter(({ withdrawalId }) => withdrawalId === row.id).map(({ operatorId }) => operatorId)
  return { items: items.map((row) => ({ ...row, approvedBy: approvedBy(row) })), next }
}

/** A page of withdrawals that have not ended. */
export const readUnderWay = (
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: UnderWayRow[]; next: string | null }> =>
  readPage(cursor, (after, max) => selectUnderWay(sql, after, max))

type Place = { promisedAt: Date; id: string }

/** A page by promised time, from the end of the page before. */
async function readPage<Row extends Place>(
  cursor: string | undefined,
  select: (after: Place, max: number) => Promise<readonly Row[]>,
): Promise<{ items: Row[]; next: string | null }> {
  const [millis = '0', id = ''] = cursor?.split('_') ?? []
  const rows = await select({ promisedAt: new Date(Number(millis)), id }, PAGE + 1)
  const items = rows.slice(0, PAGE)
  const last = items.at(-1)
  return { items, next: last && rows.length > PAGE ? `${last.promisedAt.getTime()}_${last.id}` : null }
}

/**
 * Makes the withdrawals of suspended players that were not sent yet wait for operators, also after the suspension, and
 * annuls the approvals they have. Locks needed: the players' accounts.
 */
export const holdWithdrawals = (tx: Tx, playerIds: readonly number[]) => updateToHeld(tx, { playerIds })

/** The data that the review rules need about these players. Their accounts are locked. */
export async function readRisks(tx: Tx, playerIds: readonly number[]) {
  const moment = await selectMoment(tx)
  const from = new Date(moment.now.getTime() - DAY_MS)
  const [exposed, sharers, secured, received, settled, wonYesterday] = await Promise.all([
    readExposedPersons(tx, playerIds),
    readDeviceSharers(tx, playerIds),
    readSecured(tx, playerIds),
    selectReceivedSince(tx, playerIds, from),
    settledBetween(tx, playerIds, { from: moment.yesterday, until: moment.today }),
    wonOn(tx, playerIds, moment.yesterday),
  ])
  return {
    now: moment.now,
    exposed,
    sharers: new Set(sharers.map(({ playerId }) => playerId)),
    /** When each last changed password or e-mail. */
    secured: new Map(secured.map(({ playerId, securedAt }) => [playerId, securedAt])),
    received: new Map(received.map(({ playerId, cents }) => [playerId, cents])),
    settled,
    wonYesterday,
  }
}

const DAY_MS = 86_400_000

type State = {
  cashier: Pick<Cashier, 'settings'>
  batch: LedgerBatch
  payers: ReadonlyMap<number, Payer>
  risks: Awaited<ReturnType<typeof readRisks>>
}

type Payout = Pick<NewWithdrawal, 'playerId' | 'method' | 'payCardNo'>

/**
 * Whether operators must review a withdrawal, given the cents its player requested that day; until when it waits because of a
 * new payee key or a new password; and when it is promised.
 */
export function reviewTerms(
  { cashier, batch, payers, risks }: State,
  { playerId, method, payCardNo }: Payout,
  { dayCents, since }: { dayCents: number; since: Date | undefined },
) {
  const { settings } = cashier
  const { now } = risks
  const isOwnKey = method === 'CPF' && payCardNo === payers.get(playerId)?.person?.cpf
  const wonTodayCents = netWonCents(turnoverOf(batch, playerId))
  const wonYesterdayCents = risks.wonYesterday.get(playerId) ?? 0
  const risk = {
    isNewKey: since === undefined && !isOwnKey,
    // A win just before midnight counts on the next day too.
    wonCents: Math.max(wonTodayCents, wonYesterdayCents, wonTodayCents + wonYesterdayCents),
    hasBonus: balanceOf(batch, playerId, 'bonus') > 0,
    isExposed: risks.exposed.has(playerId),
    sharesDevice: risks.sharers.has(playerId),
    receivedCents: risks.received.get(playerId) ?? 0,
    settledCents: risks.settled.get(playerId) ?? 0,
  }
  const reasons = reviewReasons(settings, risk, dayCents)
  const isReviewed = reasons.length > 0
  const waits = [
    keyWaitsUntil(settings, { now, since, isOwnKey }, dayCents),
    secretWaitsUntil(settings, { now, securedAt: risks.secured.get(playerId), isOwnKey }),
  ]
  const waitsUntil = waits.reduce((late, until) => (until && (!late || until > late) ? until : late), null)
  const promise = isReviewed ? settings.reviewPromiseSeconds : settings.payoutPromiseSeconds
  return {
    status: isReviewed ? ('review' as const) : ('requested' as const),
    reviewReasons: JSON.stringify(reasons),
    approvalsNeeded: approvalsNeeded(settings, dayCents, reasons),
    waitsUntil,
    tryAt: waitsUntil ?? now,
    promisedAt: new Date((waitsUntil ?? now).getTime() + promise * 1000),
  }
}
