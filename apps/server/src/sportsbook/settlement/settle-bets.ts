import { resultCode } from '@palpite/odds'
import {
  type LedgerBatch,
  countTurnover,
  move,
  lockAccounts,
  payReturn,
  post,
  balancesOf,
  repayDebt,
} from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import {
  addLiabilities,
  closedColumns,
  deleteEmpty,
  lockLiabilities,
  subtractLiabilities,
  sumsOf,
  unboundedColumns,
} from '../risk/index.ts'
import * as queries from './queries.ts'
import { type BetChange, changeOf, isVoid } from './rules.ts'

/**
 * Settles these bets as their outcomes were resolved, in one transaction. A bet that was settled by somebody
 * else since it was read is left alone, so a list may be asked twice, or by two servers at once. What a
 * corrected result paid too much is taken back before the new return is paid. Whoever owes pays it from the returns.
 * Answers how many bets changed.
 */
export const settleBets = (deps: Deps, bets: readonly queries.UnsettledBet[]): Promise<number> =>
  deps.db.begin(async (tx) => {
    const wished = bets.map(changeOf)
    const playerIds = bets.map(({ playerId }) => playerId)
    // Only a correction can end in a debt: others do not open that account.
    const isCorrection = wished.some(({ before }) => before !== undefined)
    const batch = await lockAccounts(
      tx,
      playerIds,
      isCorrection ? ['cash', 'bonus', 'debt'] : ['cash', 'bonus'],
    )
    const updated = await queries.updateBets(tx, columnsOf(wished))
    const [first] = updated
    if (!first) return 0
    const ids = new Set(updated.map(({ id }) => id))
    const changes = wished.filter(({ bet }) => ids.has(bet.id))
    moveStakes(batch, changes, first.settlementId)
    for (const change of changes) {
      moveReturns(batch, change)
      countTurnover(batch, turnoverOf(change))
    }
    for (const playerId of new Set(changes.map(({ bet }) => bet.playerId))) {
      repayDebt(batch, { playerId, key: `settlement:${first.settlementId}:repaid:${playerId}` })
    }
    tx.beforeCommit(() =>
      Promise.all([
        queries.insertSettlement(tx, summaryOf(first.settlementId, changes)),
        writeEvents(tx, 'bet.settled', changes.flatMap(eventOf)),
        // Last: it locks the outcomes' sums and the accounts of the house, which other lists wait for.
        post(tx, batch, () => changeLiabilities(tx, changes)),
      ]),
    )
    return changes.length
  })

/** What is no longer open is taken back from the sums of its outcome; what is open again is added. */
function changeLiabilities(tx: Tx, changes: readonly BetChange[]) {
  const closed = sumsOf(changes.filter(({ before }) => !before).map(stakeOf))
  const reopened = sumsOf(changes.filter(({ after }) => !after).map(stakeOf))
  const outcomeIds = [...closed, ...reopened].map(({ outcomeId }) => outcomeId)
  return Promise.all([
    lockLiabilities(tx, outcomeIds),
    closed.length > 0 && subtractLiabilities(tx, closedColumns(closed)),
    closed.length > 0 && deleteEmpty(tx, outcomeIds),
    reopened.length > 0 && addLiabilities(tx, unboundedColumns(reopened)),
  ])
}

const stakeOf = ({ bet: { outcomeId, marketId, stakeCents, potentialReturnCents } }: BetChange) => ({
  outcomeId,
  marketId,
  stakeCents,
  returnCents: potentialReturnCents,
})

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** Stakes of the whole list at once: the bets carry the id of their settlement. */
function moveStakes(batch: LedgerBatch, changes: readonly BetChange[], settlementId: number): void {
  const closing = sum(changes.filter(({ before }) => !before).map(({ bet }) => bet.stakeCents))
  const reopening = sum(changes.filter(({ after }) => !after).map(({ bet }) => bet.stakeCents))
  const key = `settlement:${settlementId}`
  if (closing > 0) move(batch, { key: `${key}:stakes`, from: 'bets_open', to: 'sportsbook', cents: closing })
  if (reopening > 0) {
    move(batch, { key: `${key}:stakes-back`, from: 'sportsbook', to: 'bets_open', cents: reopening })
  }
}

function moveReturns(batch: LedgerBatch, { bet, before, after }: BetChange): void {
  const { playerId, cashCents, bonusCents } = bet
  const key = `bet:${bet.id}:${bet.settledTimes + 1}`
  if (before) takeBack(batch, { playerId, key: `${key}:back`, cents: before.returnCents })
  if (!after) return
  const split = { cashCents, bonusCents }
  payReturn(batch, { playerId, key: `${key}:return`, cents: after.returnCents, split, from: 'sportsbook' })
}

type Back = { playerId: number; key: string; cents: number }

/** Takes back a return that a corrected result does not give: cash, then bonus, and what is spent becomes debt. */
function takeBack(batch: LedgerBatch, { playerId, key, cents }: Back): void {
  const balances = balancesOf(batch, playerId)
  const cash = Math.min(balances.cashCents, cents)
  const bonus = Math.min(balances.bonusCents, cents - cash)
  const parts = { cash, bonus, debt: cents - cash - bonus }
  for (const kind of ['cash', 'bonus', 'debt'] as const) {
    if (parts[kind] === 0) continue
    move(batch, { key: `${key}:${kind}`, from: { playerId, kind }, to: 'sportsbook', cents: parts[kind] })
  }
}

const summaryOf = (id: number, changes: readonly BetChange[]): queries.SettlementRow => ({
  id,
  bets: changes.length,
  stakeCents: sum(changes.map(({ bet }) => bet.stakeCents)),
  returnCents: sum(changes.map(({ after }) => after?.returnCents ?? 0)),
})

const columnsOf = (changes: readonly BetChange[]): queries.SettledColumns => ({
  ids: changes.map(({ bet }) => bet.id),
  times: changes.map(({ bet }) => bet.settledTimes),
  won: changes.map(({ after }) => after?.resolution.won ?? null),
  refunded: changes.map(({ after }) => after?.resolution.refunded ?? null),
  parts: changes.map(({ after }) => after?.resolution.of ?? null),
  returns: changes.map(({ after }) => after?.returnCents ?? null),
})

/**
 * What the change adds to the player's turnover. What a correction takes away is not counted: days hold sums
 * that never fall, and a limit or a wagering that was met stays met.
 */
function turnoverOf({ bet, before, after }: BetChange) {
  const counts = (result: BetChange['after']) => result !== undefined && !isVoid(result.resolution)
  return {
    playerId: bet.playerId,
    settledCents: counts(after) && !counts(before) ? bet.stakeCents : 0,
    returnedCents: Math.max(0, (after?.returnCents ?? 0) - (before?.returnCents ?? 0)),
  }
}

function eventOf({ bet, after }: BetChange) {
  if (!after) return []
  const { id: betId, playerId, stakeCents } = bet
  return [
    { playerId, betId, result: resultCode(after.resolution), returnCents: after.returnCents, stakeCents },
  ]
}
