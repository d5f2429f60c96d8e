import type { Sql } from '../platform/db/index.ts'
import { noTurnover, type Turnover } from './ledger-batch.ts'
import { houseIdOf } from './house-accounts.ts'
import {
  selectEarlierDays,
  selectLifetimeTurnover,
  selectNetLossDays,
  selectNetResultSince,
  selectSettledBetween,
  selectEarningOn,
  selectTodayTurnover,
} from './turnover-queries.ts'

/** Today's turnover (America/Sao_Paulo, by the database's clock). Read without a lock: for display only. */
export const todayTurnover = async (sql: Sql, playerIds: readonly number[]) =>
  byPlayer(playerIds, await selectTodayTurnover(sql, playerIds))

/** The sums that period limits apply to: stakes, returns and the number of bets. */
export type PeriodSums = Pick<Turnover, 'stakedCents' | 'returnedCents' | 'bets'>

/** The days before today of the week (from Monday on) and of the month, America/Sao_Paulo. */
export type EarlierDays = { week: PeriodSums; month: PeriodSums }

/**
 * Sums of these players on the past days of this week and month. Past days never change, so with the accounts locked
 * these and the batch's running day cover the whole period.
 */
export async function earlierDays(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, EarlierDays>> {
  const days = new Map(
    playerIds.map((id): [number, EarlierDays] => [id, { week: noTurnover(), month: noTurnover() }]),
  )
  for (const { playerId, period, ...sums } of await selectEarlierDays(sql, playerIds)) {
    const own = days.get(playerId)
    if (own) own[period] = sums
  }
  return days
}

/**
 * A player's net result from stakes since a moment: won (+) or lost (−), from cash and bonus. An open stake counts as
 * lost. For display, never for decisions.
 */
export async function netResultSince(sql: Sql, playerId: number, since: Date): Promise<number> {
  const [row] = await selectNetResultSince(sql, {
    playerId,
    since,
    stakeAccountIds,
    giftsId: houseIdOf('gifts'),
  })
  return row?.netResultCents ?? 0
}

/** The house accounts of stakes and returns, besides the accounts of studios. */
const stakeAccountIds = (['bets_open', 'sportsbook', 'games', 'games_open'] as const).map((kind) =>
  houseIdOf(kind),
)

/** The player's turnover since registration. */
export const lifetimeTurnover = async (sql: Sql, playerIds: readonly number[]) =>
  byPlayer(playerIds, await selectLifetimeTurnover(sql, playerIds))

function byPlayer(playerIds: readonly number[], rows: readonly (Turnover & { playerId: number })[]) {
  const found = new Map(rows.map(({ playerId, ...turnover }) => [playerId, turnover]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? noTurnover()]))
}

/** Settled stakes of these players between two days, inclusive (America/Sao_Paulo). */
export const settledBetween = (sql: Sql, playerIds: readonly number[], days: Days) =>
  sumsBetween(sql, playerIds, { ...days, column: 'settledCents' })

/** The part of these stakes that earns game bonus and commission. */
export const earningBetween = (sql: Sql, playerIds: readonly number[], days: Days) =>
  sumsBetween(sql, playerIds, { ...days, column: 'earningCents' })

type Days = { from: string; until: string }

async function sumsBetween(
  sql: Sql,
  playerIds: readonly number[],
  { from, until, column }: Days & { column: 'settledCents' | 'earningCents' },
): Promise<ReadonlyMap<number, number>> {
  const rows = await selectSettledBetween(sql, playerIds, from, until)
  const found = new Map(rows.map((row) => [row.playerId, row[column]]))
  return new Map(playerIds.map((id) => [id, found.get(id) ?? 0]))
}

/**
 * Net result of a day: returns less the stakes that ended that day, settled or not; negative for a loss. A void bet is
 * neutral, a cash-out counts by its profit.
 */
export const netWonCents = ({
  returnedCents,
  settledCents,
  endedUnsettledCents,
}: Pick<Turnover, 'returnedCents' | 'settledCents' | 'endedUnsettledCents'>): number =>
  returnedCents - settledCents - endedUnsettledCents

/** Net result of these players on a day (America/Sao_Paulo), as `netWonCents` counts it. */
export async function wonOn(
  sql: Sql,
  playerIds: readonly number[],
  day: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await selectNetLossDays(sql, playerIds, { from: day, until: day })
  return new Map(rows.map(({ playerId, netLossCents }) => [playerId, 0 - netLossCents]))
}

/**
 * Players with settled stakes on this day and the part of them that earns game bonus and commission, by ascending id,
 * one page at a time. A past day no longer changes once the transactions of its last moment have ended.
 */
export const earningOn = selectEarningOn
