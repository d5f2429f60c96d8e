import type { Sql } from '../../platform/db/index.ts'
import type { Selection } from '../sports/adapter.ts'
import type { BetBoost, BetPromises } from './boost-rules.ts'
import type { Accept } from './bet-request.ts'
import type { SubjectRow } from './queries.ts'
import type { TimeWindow } from '../../platform/paging.ts'

export type BetRow = {
  id: number
  playerId: number
  status: 'open' | 'settled' | 'cashed_out'
  unitStakeCents: number
  folds: number[]
  isEachWay: boolean
  stakeCents: number
  soldUnitCents: number
  soldStakeCents: number
  soldPaidCents: number
  freeBetId: string | null
  potentialReturnCents: number
  boost: BetBoost | null
  /** Its promises; null from before those were stored. */
  promises: BetPromises | null
  /** The part of the return that the boost added. */
  boostCents: number
  /** The part of the return from an insured stake. */
  insuredCents: number
  accept: Accept
  withinBps: number | null
  /** Accepted from a counter-offer. */
  isOffered: boolean
  placedAt: Date
  result: number | null
  returnCents: number | null
  settledAt: Date | null
}

/** These bets, newest first; with a player, only theirs are read. */
export const selectBets = (sql: Sql, ids: readonly number[], of: number | null = null) => sql<BetRow[]>`
  select id, player_id as "playerId", status, unit_stake_cents as "unitStakeCents", folds, is_each_way as "isEachWay",
         stake_cents as "stakeCents",
         sold_unit_cents as "soldUnitCents", sold_cash_cents + sold_bonus_cents as "soldStakeCents",
         sold_paid_cents as "soldPaidCents", free_bet_id as "freeBetId",
         potential_return_cents as "potentialReturnCents", boost, promises, boost_cents as "boostCents", insured_cents as "insuredCents", accept, within_bps as "withinBps", is_offered as "isOffered",
         placed_at as "placedAt",
         result, return_cents as "returnCents", settled_at as "settledAt"
    from sportsbook_bet
   where id = any(${ids}::bigint[]) and (${of}::bigint is null or player_id = ${of}::bigint)
   order by id desc`

export type RequestedLegRow = {
  betId: number
  outcomeId: number
  isBanker: boolean
  priceMilli: number
  minPriceMilli: number | null
}

/** The legs of these bets as requested, in order. */
export const selectRequestedLegs = (sql: Sql, betIds: readonly number[]) => sql<RequestedLegRow[]>`
  select bet_id as "betId", outcome_id as "outcomeId", is_banker as "isBanker",
         requested_price_milli as "priceMilli", min_price_milli as "minPriceMilli"
    from sportsbook_leg
   where bet_id = any(${betIds}::bigint[])
   order by bet_id, place`

export type LegRow = SubjectRow & {
  betId: number
  outcomeId: number
  isBanker: boolean
  /** Bets placed at the time of this one are void, whatever the outcome. */
  isCancelled: boolean
  /** Won by a lead, before its match was over. */
  isPaidEarly: boolean
  fixtureId: number
  code: string
  priceMilli: number
  won: number | null
  refunded: number | null
  parts: number | null
  /** The outcomes of a bet builder; else null. */
  selections: Selection[] | null
}

export const selectLegs = (sql: Sql, betIds: readonly number[]) => sql<LegRow[]>`
  select leg.bet_id as "betId", leg.outcome_id as "outcomeId", leg.is_banker as "isBanker",
         leg.fixture_id as "fixtureId",
         competition.sport, fixture.title, picked.name, home.name as home, away.name as away,
         fixture.starts_at as "startsAt", fixture.is_day_only as "isDayOnly", market.type as "marketType", market.period,
         market.line_quarters as "lineQuarters", market.side, outcome.outcome_code as code,
         leg.price_milli as "priceMilli", leg.won, leg.refunded, leg.parts,
         case when market.selections is not null then sportsbook_selected(market.selections) end as selections,
         leg.is_cancelled as "isCancelled", leg.is_paid_early as "isPaidEarly",
         fixture.match_status as "matchStatus", fixture.clock_period as "clockPeriod", fixture.minute, fixture.state,
         fixture.simulated
    from sportsbook_standing_leg leg
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = leg.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_fixture_participant first
      on first.fixture_id = fixture.id and first.place = 1 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_fixture_participant second
      on second.fixture_id = fixture.id and second.place = 2 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_participant home on home.id = first.participant_id
    left join sportsbook_participant away on away.id = second.participant_id
    left join sportsbook_fixture_participant entry
      on entry.fixture_id = fixture.id
     and entry.place = case when market.type like 'racing.%' or market.type like 'outright.%' then outcome.outcome_code::smallint
                            when outcome.outcome_code = 'home' then 1 when outcome.outcome_code = 'away' then 2 end
    left join sportsbook_participant picked on picked.id = entry.participant_id
   where leg.bet_id = any(${betIds}::bigint[])
   order by leg.bet_id, leg.place`

export type BetFilter = 'open' | 'settled' | 'won' | 'lost' | 'cashed_out' | 'refunded'

/** Search criteria for bets; null is any. */
type BetSearch = {
  status: BetFilter | null
  /** Placed within this many days. */
  days: number | null
  /** Days in Brasília, as `2026-11-22`, inclusive. */
  from: string | null
  until: string | null
  /** With a leg of this sport. */
  sport: string | null
  /** The return of one real if the whole bet wins, in thousandths. */
  fromOddsMilli: number | null
  belowOddsMilli: number | null
}

type Within = Pick<BetSearch, 'days' | 'from' | 'until'> & { before: number }

/** The oldest bet that a search of these days scans below `before`; null if it scans all. */
export const selectScannedTo = async (
  sql: Sql,
  playerId: number,
  { before, days, from, until, maxScanned }: Within & { maxScanned: number },
): Promise<number | null> => {
  const rows = await sql<{ id: number }[]>`
    select id from sportsbook_bet
     where player_id = ${playerId} and id < ${before}
       and placed_at > coalesce(now() - make_interval(days => ${days}::integer), '-infinity')
       and placed_at >= coalesce(${from}::date::timestamp at time zone 'America/Sao_Paulo', '-infinity')
       and placed_at < coalesce((${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo', 'infinity')
     order by id desc
    offset ${maxScanned - 1}
     limit 1`
  return rows[0]?.id ?? null
}

/**
 * A page of the player's bets down to `scannedTo`, newest first. A bet is won if it returned more than its stake,
 * cashed-out parts included, and lost if less; a free bet has no stake. The player index finds the bets, with block
 * ranges of `placed_at` for a few days; legs are read by bet key.
 */
export const selectPage = (
  sql: Sql,
  playerId: number,
  { before, scannedTo, max, ...by }: BetSearch & { before: number; scannedTo: number; max: number },
) => sql<{ id: number }[]>`
  select id
    from (select bet.*, return_cents + case status when 'settled' then sold_paid_cents else 0 end as returned,
                 (potential_return_cents + free_cents)::numeric * 1000 / stake_cents as odds_milli
            from sportsbook_bet bet
           where player_id = ${playerId} and id < ${before} and id >= ${scannedTo}
             and placed_at > coalesce(now() - make_interval(days => ${by.days}::integer), '-infinity')
             and placed_at >= coalesce(${by.from}::date::timestamp at time zone 'America/Sao_Paulo', '-infinity')
             and placed_at < coalesce((${by.until}::date + 1)::timestamp at time zone 'America/Sao_Paulo', 'infinity')
         ) as bet
   where (${by.fromOddsMilli}::bigint is null or odds_milli >= ${by.fromOddsMilli}::bigint)
     and (${by.belowOddsMilli}::bigint is null or odds_milli < ${by.belowOddsMilli}::bigint)
     and (${by.sport}::text is null or exists (
           select from sportsbook_leg leg
             join sportsbook_fixture fixture on fixture.id = leg.fixture_id
             join sportsbook_competition competition on competition.id = fixture.competition_id
            where leg.bet_id = bet.id and competition.sport = ${by.sport}::text))
     and case ${by.status}::text
           when 'open' then status = 'open'
           when 'settled' then status <> 'open'
           when 'cashed_out' then status = 'cashed_out'
           when 'refunded' then status = 'settled' and result = 90
           when 'won' then returned > stake_cents - free_cents
           when 'lost' then returned < stake_cents - free_cents or (free_cents > 0 and returned = 0 and result <> 90)
           else true
         end
   order by id desc
   limit ${max}`

/** Which of these players have an open bet, or a live one waiting out its delay. */
export const selectWithOpenBets = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId" from sportsbook_bet
   where player_id = any(${playerIds}::bigint[]) and status = 'open'
   union
  select player_id from sportsbook_waiting_bet
   where player_id = any(${playerIds}::bigint[]) and status = 'waiting' and due_at > now() - interval '1 minute'`

/** Search criteria for bets of all players; null is any. */
export type BetsWanted = {
  playerId: number | null
  fixtureId: number | null
  sport: string | null
  status: BetFilter | null
  fromCents: number | null
  untilCents: number | null
}

type FoundBet = {
  scanned: number
  /** The least id scanned, and the earliest time; null if none was. */
  scannedTo: number | null
  scannedMicros: number | null
  id: number | null
  atMicros: number | null
}

/** How far one statement goes: `beforeId` and `maxScanned` bound the bets of a player or on a match, by descending id. */
type Bounds = { max: number; maxScanned: number; beforeId: number }

/**
 * Bets placed in this window, newest first, with the number of rows scanned: at least one row, without an id if no
 * bet matched. A player's bets use that player's index, those on a match its legs, both by id, all others the block ranges of
 * `placed_at`: the statement is planned once for all, so each is a separate part.
 */
export const selectBetsWithin = (
  sql: Sql,
  { fromMicros, before }: TimeWindow,
  {
    max,
    maxScanned,
    beforeId,
    playerId,
    fixtureId,
    sport,
    status,
    fromCents,
    untilCents,
  }: BetsWanted & Bounds,
) => sql<FoundBet[]>`
  with bounds as (
    select timestamptz 'epoch' + ${fromMicros}::bigint * interval '1 microsecond' as low,
           timestamptz 'epoch' + ${before.atMicros}::bigint * interval '1 microsecond' as high
  ), scanned as materialized (
    select bet.id, bet.player_id, bet.status, bet.placed_at, bet.result, bet.stake_cents, bet.free_cents, bet.return_cents,
           bet.sold_paid_cents
      from sportsbook_bet bet
     where ${playerId}::bigint is null and ${fixtureId}::bigint is null
       and bet.placed_at >= (select low from bounds) and bet.placed_at <= (select high from bounds)
    union all
    (select bet.id, bet.player_id, bet.status, bet.placed_at, bet.result, bet.stake_cents, bet.free_cents, bet.return_cents,
            bet.sold_paid_cents
       from sportsbook_bet bet
      where ${fixtureId}::bigint is null and bet.player_id = ${playerId}::bigint and bet.id < ${beforeId}
      order by bet.id desc limit ${maxScanned})
    union all
    select bet.id, bet.player_id, bet.status, bet.placed_at, bet.result, bet.stake_cents, bet.free_cents, bet.return_cents,
           bet.sold_paid_cents
      from ((select distinct bet_id from sportsbook_leg
              where ${playerId}::bigint is null and fixture_id = ${fixtureId}::bigint and bet_id < ${beforeId}
              order by bet_id desc limit ${maxScanned})
            union all
            (select distinct bet_id from sportsbook_leg
              where player_id = ${playerId}::bigint and fixture_id = ${fixtureId}::bigint and bet_id < ${beforeId}
              order by bet_id desc limit ${maxScanned})) as leg
      join sportsbook_bet bet on bet.id = leg.bet_id
  ), found as (
    select bet.id, bet.placed_at
      from (select scanned.*, return_cents + case status when 'settled' then sold_paid_cents else 0 end as returned
              from scanned) as bet
     where bet.placed_at >= (select low from bounds)
       and (bet.placed_at < (select high from bounds)
            or (bet.placed_at = (select high from bounds) and bet.id < ${before.id}::bigint))
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
     -- Ids are drawn for lists of bets, so by id and by time differ where lists met: a page is in the order of its cursor.
     order by case when ${playerId}::bigint is null and ${fixtureId}::bigint is null then bet.placed_at end desc, bet.id desc
     limit ${max}
  )
  select counted.scanned, counted.scanned_to as "scannedTo",
         (extract(epoch from counted.earliest) * 1000000)::bigint as "scannedMicros", found.id,
         (extract(epoch from found.placed_at) * 1000000)::bigint as "atMicros"
    from (select count(*) as scanned, min(id) as scanned_to, min(placed_at) as earliest from scanned) as counted
    left join found on true
   order by case when ${playerId}::bigint is null and ${fixtureId}::bigint is null then found.placed_at end desc, found.id desc`

/** The player of a bet; no row if it does not exist. */
export const selectBetOwner = (sql: Sql, betId: number) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from sportsbook_bet where id = ${betId}`

/** A settlement of a bet, with what is needed to compute the refunded part of its return. */
export type ReturnedRow = {
  betId: number
  times: number
  /** Won, refunded and parts of the stake, of each leg in order. */
  resolutions: (number | null)[]
  unitStakeCents: number
  folds: number[]
  isEachWay: boolean
  /** What the bet paid, without boosts and insurance. */
  returnCents: number
  bankers: boolean[]
  prices: number[]
}

/** Each settlement of these bets that returned something, corrected ones included. */
export const selectReturned = (sql: Sql, ids: readonly number[]) => sql<ReturnedRow[]>`
  select id as "betId", times, resolutions, unit as "unitStakeCents", folds, is_each_way as "isEachWay",
         returned as "returnCents", leg.bankers, leg.prices
    from (select id, settled_times as times, resolutions, unit_stake_cents - sold_unit_cents as unit, folds, is_each_way,
                 return_cents - boost_cents - insured_cents as returned
            from sportsbook_bet where id = any(${ids}::bigint[]) and return_cents > 0
           union all
          select id, settled_times, resolutions, unit_stake_cents - sold_unit_cents, folds, is_each_way,
                 return_cents - boost_cents - insured_cents
            from sportsbook_bet_corrected where id = any(${ids}::bigint[]) and return_cents > 0) as settled,
         lateral (select array_agg(is_banker order by place) as bankers, array_agg(price_milli order by place) as prices
                    from sportsbook_leg where bet_id = settled.id) as leg`

export type Period = 'day' | 'week' | 'month'

type ProfitRow = { startsOn: string; bets: number; stakeCents: number; returnCents: number }

/**
 * Stakes and returns, cash-outs included, of the bets settled in each of the last periods. One statement, so that all
 * figures share one snapshot.
 */
export const selectProfit = (sql: Sql, playerId: number, { by, count }: { by: Period; count: number }) => sql<
  ProfitRow[]
>`
  with period as (
    select starts.at, (starts.at at time zone 'America/Sao_Paulo') as from_time
      from (select date_trunc(${by}, now() at time zone 'America/Sao_Paulo')
                   - back.n * ('1 ' || ${by})::interval as at
              from generate_series(0, ${count - 1}::integer) as back (n)) as starts
  ), settled as (
    select date_trunc(${by}, bet.settled_at at time zone 'America/Sao_Paulo') as at, count(*)::integer as bets,
           sum(bet.cash_cents + bet.bonus_cents)::bigint as stake,
           sum(bet.return_cents + case bet.status when 'settled' then bet.sold_paid_cents else 0 end)::bigint as returned
      from sportsbook_bet bet
     where bet.player_id = ${playerId} and bet.status <> 'open'
       and bet.settled_at >= (select min(from_time) from period)
     group by 1
  )
  select to_char(period.at, 'YYYY-MM-DD') as "startsOn", coalesce(settled.bets, 0) as bets,
         coalesce(settled.stake, 0) as "stakeCents", coalesce(settled.returned, 0) as "returnCents"
    from period
    left join settled using (at)
   order by period.at`

/** Days in America/Sao_Paulo, inclusive. */
type Asked = { playerId: number; from: string; until: string }

export type MonthResult = { month: string; stakedCents: number; prizesCents: number }

/**
 * Stakes and returns of a player's bets by month of settlement or cash-out, in the local time zone. After a
 * correction the last settlement counts; a cashed-out part counts on the day of its sale; a free bet has no stake of
 * the player.
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
