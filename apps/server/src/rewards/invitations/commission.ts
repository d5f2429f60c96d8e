import { readPlayerStatuses, readReferrers } from '../../identity/index.ts'
import { earningBetween, earningOn, balanceOf, lockAccounts, move, post } from '../../ledger/index.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import { followCursor, skipFailingInPages, skippedBy, type Step } from '../../platform/skip-failing.ts'
import { decideGrant, type GrantBatch, lockGrants, mayReceive, writeGrants } from '../grants.ts'
import type { Rewards } from '../settings.ts'
import {
  insertRuns,
  insertShares,
  lockRun,
  movePaying,
  moveSharing,
  insertUnshared,
  selectUnshared,
  takeUnshared,
  type Unshared,
  selectEarners,
  selectWaiting,
  updateToPaid,
  selectRates,
  type Held,
  selectHeld,
  type Decision,
  insertDecision,
  selectDecision,
  updateHeld,
  insertReversalDebits,
  insertReversedShares,
  rejectHeld,
  selectBrought,
} from './queries.ts'
import {
  type Earning,
  payableCents,
  type Share,
  sharesOf,
  E4,
  reversedShareE4,
  reversalDebits,
} from './rules.ts'
import { readRelations } from './invitations.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { createHash } from 'node:crypto'
import { readCashSums } from '../../cashier/index.ts'
import { present } from '../../platform/errors.ts'

/** Days back that are still paid if no server ran in the meantime. */
const DAYS_BACK = 31
/** Players per transaction: bounds its locks, and the work that is repeated after a crash. */
const AT_ONCE = 2_000

/**
 * Pays the commission of every past day that is not paid yet. First each player's stakes are shared out among the
 * inviters above; then each earner is paid. Both steps run in lists by ascending player id. The cursor moves in the
 * same transaction as the rows, so a killed run resumes where it stopped and nobody is paid twice. One server works
 * at a time. A row that fails alone holds up no other: an earner who cannot be paid is skipped, and the commission waits
 * for the payment of the next day; a player whose stakes cannot be shared out is stored with the day, and tried again
 * in every run.
 */
export async function payCommission(rewards: Rewards): Promise<void> {
  const { deps, policy } = rewards
  if (!policy.hasRewards('referrals')) return
  await insertRuns(deps.db, DAYS_BACK)
  await shareUnshared(rewards)
  await followCursor({ size: AT_ONCE, step: (step: Step<Place>) => payOneList(rewards, step) })
}

/** A player in a run: the stakes to share out, or the earner to pay. */
type Place = { day: string; isShared: boolean; playerId: number }

const reporter = ({ deps }: Rewards) => skippedBy(deps, 'rewards-commission')

const firstStep: Step<Place> = { max: AT_ONCE, failed: [], begin: () => undefined }

/** Processes one list of the oldest unpaid day; false when there is none, or another server holds it. */
export const payOneList = (rewards: Rewards, step = firstStep): Promise<boolean> =>
  rewards.deps.db.begin(async (tx) => {
    const [run] = await lockRun(tx)
    if (!run) return false
    const { day, isShared, sharedUntil, paidUntil } = run
    const cursor = isShared ? paidUntil : sharedUntil
    // Another server may have moved the cursor since they failed here.
    const passed = step.failed.filter(
      ({ row }) => row.day === day && row.isShared === isShared && row.playerId > cursor,
    )
    const list: List = {
      day,
      after: passed.at(-1)?.row.playerId ?? cursor,
      max: step.max,
      begin: (playerId) => step.begin({ day, isShared, playerId }),
    }
    if (isShared) await payEarners(rewards, tx, list)
    else {
      const unshared = passed.map(({ row }) => row.playerId)
      if (unshared.length > 0) await insertUnshared(tx, day, unshared)
      await shareOut(tx, list)
    }
    tx.afterCommit(() => {
      for (const { row, error } of passed) reporter(rewards)(row, error)
    })
    return true
  })

/** The next players of a run: at most `max` after this one. `begin` is called with the first of them. */
type List = { day: string; after: number; max: number; begin: (playerId: number) => void }

async function shareOut(tx: Tx, { day, after, max, begin }: List): Promise<void> {
  const earning = await earningOn(tx, { day, after, max })
  const [first] = earning
  // After a first start, most of the days to catch up have no stakes.
  if (!first) return void (await moveSharing(tx, day, after, true))
  begin(first.playerId)
  await shareStakes(tx, day, earning)
  await moveSharing(tx, day, earning.at(-1)?.playerId ?? after, earning.length < max)
}

/** Shares out these players' stakes of a day. The key of a share prevents a second one. */
async function shareStakes(tx: Tx, day: string, earning: readonly Earning[]): Promise<void> {
  const ids = earning.map(({ playerId }) => playerId)
  const [rates, referrers] = await Promise.all([selectRates(tx, day), readReferrers(tx, ids)])
  const invited = earning.filter(({ playerId }) => (referrers.get(playerId) ?? []).length > 0)
  const all = [...new Set(invited.flatMap(({ playerId }) => [playerId, ...(referrers.get(playerId) ?? [])]))]
  const [standings, relations] = await Promise.all([readPlayerStatuses(tx, all), readRelations(tx, all)])
  const tests = new Set(standings.flatMap(({ playerId, isTest }) => (isTest ? [playerId] : [])))
  const shares = sharesOf(invited, { rates, referrers, isTest: (playerId) => tests.has(playerId), relations })
  if (shares.length > 0) await insertShares(tx, day, columnsOf(shares))
}

/** Tries again to share out the stakes that failed: each with its day, and the rates of that day. */
async function shareUnshared(rewards: Rewards): Promise<void> {
  const { db, log } = rewards.deps
  const report = reporter(rewards)
  const size = AT_ONCE
  await skipFailingInPages({
    size,
    read: (after: Unshared | undefined) => selectUnshared(db, after, size),
    run: (list) =>
      db.begin(async (tx) => {
        const taken = await takeUnshared(tx, list)
        for (const [day, playerIds] of idsByDay(taken)) {
          const earningOf = await earningBetween(tx, playerIds, { from: day, until: day })
          const earning = playerIds.map((playerId) => ({
            playerId,
            earningCents: earningOf.get(playerId) ?? 0,
          }))
          await shareStakes(tx, day, earning)
        }
        tx.afterCommit(() => log.info({ players: taken.length }, 'shared out stakes that had failed'))
      }),
    skip: (row, error) => report({ ...row }, error),
  })
}

const idsByDay = (rows: readonly Unshared[]): Map<string, number[]> => {
  const byDay = new Map<string, number[]>()
  for (const { day, playerId } of rows) byDay.set(day, [...(byDay.get(day) ?? []), playerId])
  return byDay
}

const columnsOf = (shares: readonly Share[]) => ({
  earnerIds: shares.map(({ earnerId }) => earnerId),
  playerIds: shares.map(({ playerId }) => playerId),
  levels: shares.map(({ level }) => level),
  settled: shares.map(({ settledCents }) => settledCents),
  amounts: shares.map(({ amountE4 }) => amountE4),
  statuses: shares.map(({ status }) => status),
  reasons: shares.map(({ reasons }) => reasons.join(',')),
})

/**
 * Pays the waiting commission of these earners, whose accounts are locked in the batch, once per `sourceKey`; writes
 * the batch.
 */
async function payWaiting(
  tx: Tx,
  batch: GrantBatch,
  earnerIds: readonly number[],
  sourceKey: string,
): Promise<void> {
  // The commission of a player who is not identified yet, is on a break, or closed the account waits; it is paid if an
  // operator reopens the account.
  const payable = earnerIds.filter((earnerId) => mayReceive(batch, earnerId, 'commission').ok)
  const paid = payable.length > 0 ? await updateToPaid(tx, payable, E4) : []
  for (const { earnerId, paidE4 } of paid) {
    const amountCents = payableCents(paidE4)
    decideGrant(batch, {
      playerId: earnerId,
      kind: 'commission',
      sourceKey,
      step: null,
      amountCents,
      requestId: null,
    })
  }
  await writeGrants(tx, batch)
}

async function payEarners(rewards: Rewards, tx: Tx, { day, after, max, begin }: List): Promise<void> {
  const earnerIds = (await selectEarners(tx, after, max)).map(({ earnerId }) => earnerId)
  const [first] = earnerIds
  if (first === undefined) return void (await movePaying(tx, day, after, true))
  begin(first)
  const batch = await lockGrants(rewards, tx, earnerIds)
  await payWaiting(tx, batch, earnerIds, day)
  await movePaying(tx, day, earnerIds.at(-1) ?? after, earnerIds.length < max)
}

export type DecideHeld = Omit<Decision, 'relations' | 'amountE4' | 'paidCents'>

/** What a decision applied to, and whether this call made it. */
type Decided = Decision & { isNew: boolean }

/**
 * Decides the commission of one earner that is held because of one player. Released commission is paid at once, or
 * waits if the earner may not receive it now; refused commission is never paid. Operators decide one at a time. A
 * repeated request acts once; not_found if another request decided before.
 */
export async function decideHeld(
  rewards: Rewards,
  tx: Tx,
  request: DecideHeld,
): Promise<Result<Decided, 'not_found' | 'request_mismatch'>> {
  const { requestId, earnerId, playerId, outcome } = request
  const batch = await lockGrants(rewards, tx, [earnerId])
  // Under the earner's lock: a concurrent copy of this request waits here and then finds the decision.
  const [earlier] = await selectDecision(tx, requestId)
  if (earlier) return isSame(earlier, request) ? ok({ ...earlier, isNew: false }) : refuse('request_mismatch')
  const held = await updateHeld(tx, { earnerId, playerId }, outcome === 'release' ? 'waiting' : 'rejected')
  if (held.length === 0) return refuse('not_found')
  if (outcome === 'release') await payWaiting(tx, batch, [earnerId], `released:${requestId}`)
  const decision: Decision = {
    ...request,
    relations: [...new Set(held.flatMap(({ reasons }) => reasons))].sort(),
    amountE4: held.reduce((sum, { amountE4 }) => sum + amountE4, 0),
    paidCents: batch.given.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
  await insertDecision(tx, decision)
  return ok({ ...decision, isNew: true })
}

const isSame = (earlier: Decision, request: DecideHeld): boolean =>
  (['operatorId', 'earnerId', 'playerId', 'outcome', 'reason'] as const).every(
    (field) => earlier[field] === request[field],
  )

const PAGE = 50

/** Held commission, by earner and referred player, one page at a time. */
export async function readHeld(
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: Held[]; next: string | null }> {
  const [earnerId = 0, playerId = 0] = (cursor ?? '0.0').split('.').map(Number)
  const rows = await selectHeld(sql, { earnerId, playerId }, PAGE + 1)
  const items = rows.slice(0, PAGE)
  const last = items.at(-1)
  return { items, next: last && rows.length > PAGE ? `${last.earnerId}.${last.playerId}` : null }
}

/** All or part of a top-up goes back, by the bank or by our refund. `refundId` tells refunds of one order apart. */
type Reversal = { playerId: number; orderId: string; refundId: string; amountCents: number }

/**
 * Reverses the commission on a player's stakes when a top-up of the player goes back. The reversed part of the
 * commission equals the reversed part of all top-ups. It is taken from waiting commission first, then from the
 * earner's bonus, then from cash; the rest is deducted from later commission. Held commission is rejected. Idempotent.
 */
export const reverseCommission = (rewards: Rewards, reversal: Reversal): Promise<void> =>
  rewards.deps.db.begin(async (tx) => {
    const { playerId, orderId, refundId, amountCents } = reversal
    const cause = `back-${createHash('sha256').update(`${orderId}:${refundId}`).digest('hex').slice(0, 16)}`
    const earnerIds = (await selectBrought(tx, playerId)).map((one) => one.earnerId)
    const ledger = await lockAccounts(tx, earnerIds)
    // Read under the locks: a concurrent payment changes what is waiting, but not what was earned.
    const [brought, sums] = await Promise.all([selectBrought(tx, playerId), readCashSums(tx, [playerId])])
    const toppedUpCents = present(sums.get(playerId), 'the cash sums of a player').paySumCents + amountCents
    const held = brought.filter(({ earnerId }) => ledger.players.has(earnerId))
    const fresh = await insertReversedShares(tx, playerId, cause, {
      earnerIds: held.map(({ earnerId }) => earnerId),
      levels: held.map(({ level }) => level),
      amounts: held.map(({ amountE4 }) => 0 - reversedShareE4(amountE4, amountCents, toppedUpCents)),
    })
    await rejectHeld(tx, playerId)
    const waiting = await selectWaiting(
      tx,
      fresh.map(({ earnerId }) => earnerId),
    )
    const taken = waiting.flatMap(({ earnerId, waitingE4 }) => {
      const balances = {
        cashCents: balanceOf(ledger, earnerId, 'cash'),
        bonusCents: balanceOf(ledger, earnerId, 'bonus'),
      }
      const parts = reversalDebits(waitingE4, balances)
      for (const kind of ['bonus', 'cash'] as const) {
        const key = `commission-${cause}:${playerId}:${kind}`
        if (parts[kind] > 0)
          move(ledger, { key, from: { playerId: earnerId, kind }, to: 'gifts', cents: parts[kind] })
      }
      const cents = parts.bonus + parts.cash
      return cents > 0 ? [{ earnerId, amountE4: cents * E4 }] : []
    })
    await post(tx, ledger)
    if (taken.length === 0) return
    await insertReversalDebits(
      tx,
      `${cause}-${playerId}`,
      taken.map(({ earnerId }) => earnerId),
      taken.map(({ amountE4 }) => amountE4),
    )
  })
