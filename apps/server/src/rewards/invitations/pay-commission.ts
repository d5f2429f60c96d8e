import { readPlayerStandings, readReferrers } from '../../identity/index.ts'
import { earningOn } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { give, type GrantBatch, lockGrants, mayHave, writeGrants } from '../grants/give-grants.ts'
import type { Rewards } from '../rewards.ts'
import {
  insertRuns,
  insertShares,
  lockRun,
  movePaying,
  moveSharing,
  type Run,
  selectEarners,
  selectWaiting,
  updateToPaid,
} from './commission-queries.ts'
import { payableCents, type Share, sharesOf } from './commission-rules.ts'
import { selectRates } from './queries.ts'
import { readRelations } from './read-relations.ts'

/** Days back that are still paid, should no server have run for so long. */
const DAYS_BACK = 31
/** Players of one transaction: bounds its locks and what is done again after a kill. */
const AT_ONCE = 2_000

/**
 * Pays the commission of every day that is over and not paid: first what each player's stakes brought is shared out to
 * those above, then each earner is paid, both in lists by ascending player. The place of a list moves in the transaction
 * of its rows, so a run that is killed goes on where it stood, and nobody is paid twice. One server at a time works.
 */
export async function payCommission(rewards: Rewards): Promise<void> {
  if (!rewards.policy.hasRewards('referrals')) return
  await insertRuns(rewards.deps.db, DAYS_BACK)
  while (await payOneList(rewards)) continue
}

/** One list of the oldest day that is not paid; false when there is none, or another server has it. */
export const payOneList = (rewards: Rewards, max = AT_ONCE): Promise<boolean> =>
  rewards.deps.db.begin(async (tx) => {
    const [run] = await lockRun(tx)
    if (!run) return false
    await (run.isShared ? payEarners(rewards, tx, run, max) : shareOut(tx, run, max))
    return true
  })

async function shareOut(tx: Tx, { day, sharedUntil }: Run, max: number): Promise<void> {
  const earning = await earningOn(tx, { day, after: sharedUntil, max })
  // Most days that a first start catches up with had nothing.
  if (earning.length === 0) return void (await moveSharing(tx, day, sharedUntil, true))
  const ids = earning.map(({ playerId }) => playerId)
  const [rates, referrers] = await Promise.all([selectRates(tx, day), readReferrers(tx, ids)])
  const invited = earning.filter(({ playerId }) => (referrers.get(playerId) ?? []).length > 0)
  const all = [...new Set(invited.flatMap(({ playerId }) => [playerId, ...(referrers.get(playerId) ?? [])]))]
  const [standings, relations] = await Promise.all([readPlayerStandings(tx, all), readRelations(tx, all)])
  const tests = new Set(standings.flatMap(({ playerId, isTest }) => (isTest ? [playerId] : [])))
  const shares = sharesOf(invited, { rates, referrers, isTest: (playerId) => tests.has(playerId), relations })
  if (shares.length > 0) await insertShares(tx, day, columnsOf(shares))
  await moveSharing(tx, day, ids.at(-1) ?? sharedUntil, earning.length < max)
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

/** Pays what waits of these earners, whose accounts the batch holds, once for this reason; writes the batch. */
export async function payWaiting(
  tx: Tx,
  batch: GrantBatch,
  earnerIds: readonly number[],
  sourceKey: string,
): Promise<void> {
  for (const { earnerId, waitingE4 } of await selectWaiting(tx, earnerIds)) {
    const amountCents = payableCents(waitingE4)
    // Less than a cent waits, and so does the commission of a player who is not identified yet, is on a break, or closed the
    // account: should an operator open it again, it is paid.
    if (amountCents === 0 || !mayHave(batch, earnerId, 'commission').ok) continue
    give(batch, {
      playerId: earnerId,
      kind: 'commission',
      sourceKey,
      step: null,
      amountCents,
      requestId: null,
    })
  }
  await writeGrants(tx, batch)
  const paid = batch.given.map(({ playerId }) => playerId)
  if (paid.length > 0) await updateToPaid(tx, paid)
}

async function payEarners(rewards: Rewards, tx: Tx, { day, paidUntil }: Run, max: number): Promise<void> {
  const earnerIds = (await selectEarners(tx, paidUntil, max)).map(({ earnerId }) => earnerId)
  if (earnerIds.length === 0) return void (await movePaying(tx, day, paidUntil, true))
  const batch = await lockGrants(rewards, tx, earnerIds)
  await payWaiting(tx, batch, earnerIds, day)
  await movePaying(tx, day, earnerIds.at(-1) ?? paidUntil, earnerIds.length < max)
}
