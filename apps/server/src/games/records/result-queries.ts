import type { Sql } from '../../platform/db/index.ts'

/** Days of the house (America/Sao_Paulo), both included. */
type Asked = { playerId: number; from: string; until: string }

/**
 * What a player's rounds cost and paid by the month of the house in which they ended: of our own games, and of studios. A round
 * that was refunded cost nothing.
 */
export const selectGameResults = (sql: Sql, { playerId, from, until }: Asked) => sql<
  { month: string; stakedCents: number; prizesCents: number }[]
>`
  with days as (
    select ${from}::date::timestamp at time zone 'America/Sao_Paulo' as from_at,
           (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo' as until_at
  ), ended as (
    select closed_at as at, stake_cents as staked, payout_cents as prize
      from games_round, days
     where player_id = ${playerId} and status in ('won', 'lost') and closed_at >= from_at and closed_at < until_at
    union all
    select round.ended_at, round.staked_cents, round.returned_cents
      from games_studio studio
     cross join days
      join games_studio_round round on round.studio_id = studio.id and round.player_id = ${playerId}
     where round.ended_at >= from_at and round.ended_at < until_at
  )
  select to_char(at at time zone 'America/Sao_Paulo', 'YYYY-MM') as month,
         sum(staked)::bigint as "stakedCents", sum(prize)::bigint as "prizesCents"
    from ended
   group by 1
   order by 1`
