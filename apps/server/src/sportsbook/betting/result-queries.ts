import type { Sql } from '../../platform/db/index.ts'

/** Days of the house (America/Sao_Paulo), both included. */
type Asked = { playerId: number; from: string; until: string }

export type MonthResult = { month: string; stakedCents: number; prizesCents: number }

/**
 * What a player's bets cost and returned by the month of the house in which they were decided, or sold. Of a result that was
 * corrected the last settlement counts; what was sold of a bet counts on the day of its sale; a free stake is not the player's.
 */
export const selectBetResults = (sql: Sql, { playerId, from, until }: Asked) => sql<MonthResult[]>`
  with days as (
    select ${from}::date::timestamp at time zone 'America/Sao_Paulo' as from_at,
           (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo' as until_at
  ), decided as (
    select settled_at as at, cash_cents + bonus_cents - sold_cash_cents - sold_bonus_cents as staked,
           return_cents as prize
      from sportsbook_bet bet, days
     where player_id = ${playerId} and status = 'settled' and settled_at >= from_at and settled_at < until_at
    union all
    select at, stake_cents, paid_cents
      from sportsbook_cash_out sold, days
     where player_id = ${playerId} and at >= from_at and at < until_at
  )
  select to_char(at at time zone 'America/Sao_Paulo', 'YYYY-MM') as month,
         sum(staked)::bigint as "stakedCents", sum(prize)::bigint as "prizesCents"
    from decided
   group by 1
   order by 1`
