import type { Sql } from '../../platform/db/index.ts'
import type { TimeWindow } from '../../platform/walk-back.ts'
import type { BetFilter } from './queries.ts'

/** What bets of all players are looked for by; null is any. */
export type BetsWanted = {
  playerId: number | null
  fixtureId: number | null
  sport: string | null
  status: BetFilter | null
  fromCents: number | null
  untilCents: number | null
}

export type FoundBet = { looked: number; id: number | null; atMicros: number | null }

/**
 * Bets that were placed in this window, the newest first, and how many of it were looked at: one row at least, without an id
 * where none was found. A player's bets are found by that player's index, those on a match by its legs, all others by the
 * block ranges of `placed_at`: the statement is planned once for all three, so each is a part of its own.
 */
export const selectBetsWithin = (
  sql: Sql,
  { fromMicros, before }: TimeWindow,
  { max, playerId, fixtureId, sport, status, fromCents, untilCents }: BetsWanted & { max: number },
) => sql<FoundBet[]>`
  with bounds as (
    select timestamptz 'epoch' + ${fromMicros}::bigint * interval '1 microsecond' as low,
           timestamptz 'epoch' + ${before.atMicros}::bigint * interval '1 microsecond' as high
  ), looked as materialized (
    select bet.id, bet.player_id, bet.status, bet.placed_at, bet.result, bet.stake_cents, bet.free_cents, bet.return_cents,
           bet.sold_paid_cents
      from sportsbook_bet bet
     where ${playerId}::bigint is null and ${fixtureId}::bigint is null
       and bet.placed_at >= (select low from bounds) and bet.placed_at <= (select high from bounds)
    union all
    select bet.id, bet.player_id, bet.status, bet.placed_at, bet.result, bet.stake_cents, bet.free_cents, bet.return_cents,
           bet.sold_paid_cents
      from sportsbook_bet bet
     where ${fixtureId}::bigint is null and bet.player_id = ${playerId}::bigint
       and bet.placed_at >= (select low from bounds) and bet.placed_at <= (select high from bounds)
    union all
    select bet.id, bet.player_id, bet.status, bet.placed_at, bet.result, bet.stake_cents, bet.free_cents, bet.return_cents,
           bet.sold_paid_cents
      from (select distinct bet_id from sportsbook_leg where fixture_id = ${fixtureId}::bigint) as leg
      join sportsbook_bet bet on bet.id = leg.bet_id
     where (${playerId}::bigint is null or bet.player_id = ${playerId}::bigint)
       and bet.placed_at >= (select low from bounds) and bet.placed_at <= (select high from bounds)
  ), found as (
    select bet.id, bet.placed_at
      from (select looked.*, return_cents + case status when 'settled' then sold_paid_cents else 0 end as returned
              from looked) as bet
     where (bet.placed_at < (select high from bounds) or bet.id < ${before.id}::bigint)
       and (${fromCents}::bigint is null or stake_cents >= ${fromCents}::bigint)
       and (${untilCents}::bigint is null or stake_cents <= ${untilCents}::bigint)
       and case ${status}::text
             when 'open' then status = 'open'
             when 'settled' then status <> 'open'
             when 'cashed_out' then status = 'cashed_out'
             when 'refunded' then status = 'settled' and result = 90
             when 'won' then returned > stake_cents - free_cents
             when 'lost' then returned < stake_cents - free_cents or (free_cents > 0 and returned = 0 and result <> 90)
             else true
           end
       and (${sport}::text is null or exists (
             select from sportsbook_leg leg
               join sportsbook_fixture fixture on fixture.id = leg.fixture_id
               join sportsbook_competition competition on competition.id = fixture.competition_id
              where leg.bet_id = bet.id and competition.sport = ${sport}::text))
     order by bet.placed_at desc, bet.id desc
     limit ${max}
  )
  select counted.looked, found.id, (extract(epoch from found.placed_at) * 1000000)::bigint as "atMicros"
    from (select count(*) as looked from looked) as counted
    left join found on true
   order by found.placed_at desc, found.id desc`

/** Whose bet it is; none where there is no such bet. */
export const selectBetOwner = (sql: Sql, betId: number) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from sportsbook_bet where id = ${betId}`

/** Settlements of these bets with this result, corrected ones included; each is named by its bet and its number. */
export const selectSettledAs = (sql: Sql, ids: readonly number[], result: number) => sql<
  { betId: number; times: number }[]
>`
  select id as "betId", settled_times as times from sportsbook_bet
   where id = any(${ids}::bigint[]) and result = ${result}
   union
  select id, settled_times from sportsbook_bet_corrected
   where id = any(${ids}::bigint[]) and result = ${result}`
