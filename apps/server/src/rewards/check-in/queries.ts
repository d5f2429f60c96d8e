import type { Sql, Tx } from '../../platform/db/index.ts'
import type { DatedPrize } from './rules.ts'

/**
 * The prizes of the days around today: a day that is checked in is of the player's zone, and may be one before or after that
 * of the house.
 */
export const selectPrizes = (sql: Sql) => sql<DatedPrize[]>`
  with house as (select (now() at time zone 'America/Sao_Paulo')::date as today)
  select starts_on::text as "startsOn", streak_day as "streakDay", amount_cents as "amountCents"
    from rewards_check_in_prize, house
   where starts_on >= (select max(starts_on) from rewards_check_in_prize where starts_on < house.today)
     and starts_on <= house.today + 1
   order by starts_on, streak_day`

export type CheckInRow = { playerId: number; day: string; streak: number }

/** The last check-ins of each of these players, newest first. */
export const selectLast = (sql: Sql, playerIds: readonly number[], max: number) => sql<CheckInRow[]>`
  select last.player_id as "playerId", last.day::text as day, last.streak
    from unnest(${playerIds}::bigint[]) as player (id)
   cross join lateral (select player_id, day, streak
                         from rewards_check_in
                        where player_id = player.id
                        order by day desc
                        limit ${max}) as last
   order by last.player_id, last.day desc`

/** The moment of this transaction, or of this statement. */
export const selectNow = (sql: Sql) => sql<{ now: Date }[]>`select now() as now`

export type CheckInColumns = { playerIds: number[]; days: string[]; streaks: number[] }

export const insertCheckIns = (tx: Tx, row: CheckInColumns) => tx`
  insert into rewards_check_in (player_id, day, streak)
  select unnest(${row.playerIds}::bigint[]), unnest(${row.days}::date[]), unnest(${row.streaks}::int[])`
