import type { Period, Side } from '@palpite/odds'
import { present } from '../../platform/assert.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'
import type { StandingRow } from '../catalogue/wire-standing.ts'
import type { Selection } from '../sports/offers.ts'
import type { BetBoost, BetPromises } from './boost-rules.ts'
import type { Accept } from './bet-request.ts'

/**
 * The bets that these requests of players placed earlier. A sub-select for each request, not a join: over a table that has
 * just begun to grow the planner would rather read all of it (5 ms a list against 0.5 ms).
 */
export const selectEarlier = (sql: Sql, playerIds: readonly number[], requestIds: readonly string[]) => sql<
  { playerId: number; requestId: string; id: number }[]
>`
  select player_id as "playerId", request_id as "requestId", id
    from (select request.player_id, request.request_id,
                 (select bet.id from sportsbook_bet bet
                   where bet.player_id = request.player_id and bet.request_id = request.request_id) as id
            from unnest(${playerIds}::bigint[], ${requestIds}::text[]) as request (player_id, request_id)
          offset 0) as earlier
   where id is not null`

/** Outcomes of matches that are being played, those that may be bet on now or soon. */
export const selectInPlay = (sql: Sql) => sql<{ outcomeId: number }[]>`
  select outcome.id as "outcomeId"
    from sportsbook_fixture fixture
    join sportsbook_market market on market.fixture_id = fixture.id and market.status in ('open', 'suspended')
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where fixture.match_status between 1 and 5`

/** The market and the match of an outcome: neither ever changes. */
export type OutcomePlace = { outcomeId: number; marketId: number; fixtureId: number }

/** Where these outcomes belong. */
export const selectPlaces = (sql: Sql, outcomeIds: readonly number[]) => sql<OutcomePlace[]>`
  select outcome.id as "outcomeId", market.id as "marketId", market.fixture_id as "fixtureId"
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id
   where outcome.id = any(${outcomeIds}::bigint[])`

/**
 * Locks these fixtures in shared mode, in the order given: by ascending id. A feed that wants to change prices, stop
 * betting or end a match waits until the bets are committed; bets that come later wait for the feed. This is a statement of
 * its own, before the quotes are read: a read that waited for a lock would return prices from before the wait. Answers the
 * first of 1024 ids for bets that are the list's own, because a statement for it would cost as much as two bets.
 */
export const lockFixturesShared = async (tx: Tx, fixtureIds: readonly number[]): Promise<number> => {
  const [row] = await tx<{ firstBetId: number }[]>`
    select (select nextval('sportsbook_bet_id_seq')) as "firstBetId",
           count(pg_advisory_xact_lock_shared(${FIXTURE_LOCKS}::integer, (id % 2147483648)::integer))
      from unnest(${fixtureIds}::bigint[]) as id`
  return present(row, 'the ids for the bets of a list').firstBetId
}

/** Locks the fixtures of these outcomes against bets and feeds until the transaction ends, in ascending order of id. */
export const lockFixturesExclusive = (tx: Tx, outcomeIds: readonly number[]) => tx`
  select pg_advisory_xact_lock(${FIXTURE_LOCKS}::integer, (fixture.id % 2147483648)::integer)
    from (select distinct market.fixture_id as id
            from sportsbook_outcome outcome
            join sportsbook_market market on market.id = outcome.market_id
           where outcome.id = any(${outcomeIds}::bigint[])
           order by 1) as fixture`

/** What a bet is on, as it is shown: the market, the match and how it stands. */
export type SubjectRow = StandingRow & {
  marketType: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  /** The name of who takes part, for outcomes that are one of them. */
  name: string | null
  title: string | null
  home: string | null
  away: string | null
  startsAt: Date
  isDayOnly: boolean
  simulated: boolean
}

/** What is said of an outcome and its market, as they stand. */
export type PriceRow = OutcomePlace & {
  code: string
  marketType: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  priceMilli: number
  /** The price without what was bet on its market: what an open bet is worth goes by it. */
  basePriceMilli: number
  priceVersion: number
  /** The price before this one, where it stood within the last minute; of a bet builder nobody keeps it. */
  previousPriceMilli: number | null
  /** As it stands for who wants to bet: a stop of its match suspends it. Of a bet builder its selections decide. */
  marketStatus: 'open' | 'suspended' | 'closed' | 'settled'
  /** Of a bet builder the outcomes that it needs; else null. */
  selections: number[] | null
  /** False while its market is offered without it. */
  isOffered: boolean
}

/** These outcomes as they stand, each with its market. */
export const selectPrices = (sql: Sql, outcomeIds: readonly number[]) => sql<PriceRow[]>`
  select outcome.id as "outcomeId", market.id as "marketId", market.fixture_id as "fixtureId", outcome.outcome_code as code,
         outcome.price_milli as "priceMilli", outcome.version as "priceVersion",
         case when outcome.moved_at > statement_timestamp() - interval '1 minute' then outcome.previous_price_milli end
           as "previousPriceMilli",
         coalesce(outcome.unmoved_price_milli, outcome.price_milli) as "basePriceMilli",
         outcome.is_offered as "isOffered", market.selections::float8[] as selections,
         market.type as "marketType", market.period, market.line_quarters as "lineQuarters", market.side,
         -- Its bets of now are void by its feed: it takes none, whatever prices come.
         case when market.status = 'open' and exists (
                select from sportsbook_cancellation cancelled
                 where cancelled.market_id = market.id and cancelled.rolled_back_at is null
                   and (cancelled.placed_from is null or cancelled.placed_from <= statement_timestamp())
                   and (cancelled.placed_until is null or cancelled.placed_until > statement_timestamp()))
              then 'suspended' else sportsbook_market_status(market, fixture) end as "marketStatus"
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
   where outcome.id = any(${outcomeIds}::bigint[])`

/** A match as bets on it see it: who plays, how it stands, and whether its feed was heard in the last seconds. */
export type MatchRow = StandingRow & {
  fixtureId: number
  competitionId: number
  title: string | null
  /** Its entries are named by their places, not by home and away. */
  isField: boolean
  entries: { place: number; participantId: number; name: string }[]
  startsAt: Date
  isDayOnly: boolean
  simulated: boolean
  isBeforeStart: boolean
  isFeedAlive: boolean
  /** The database's clock as it was read: one instant for all rows. `now()` would be when the transaction began. */
  at: Date
}

/** These matches. A list of bets names hundreds of outcomes of a few: what is said of a match is read once. */
export const selectMatches = (sql: Sql, fixtureIds: readonly number[], silenceSeconds: number) => sql<
  MatchRow[]
>`
  select fixture.id as "fixtureId", competition.id as "competitionId", competition.sport, fixture.title,
         competition.sport = 'racing' or fixture.is_outright as "isField",
         (select coalesce(json_agg(json_build_object('place', entry.place, 'participantId', entry.participant_id,
                                                     'name', participant.name) order by entry.place), '[]')
            from sportsbook_fixture_participant entry
            join sportsbook_participant participant on participant.id = entry.participant_id
           where entry.fixture_id = fixture.id) as entries,
         fixture.starts_at as "startsAt", fixture.is_day_only as "isDayOnly",
         fixture.match_status as "matchStatus", fixture.clock_period as "clockPeriod", fixture.minute, fixture.state,
         fixture.simulated, fixture.starts_at > statement_timestamp() as "isBeforeStart",
         coalesce(feed.alive_at > statement_timestamp() - make_interval(secs => ${silenceSeconds}), false)
           as "isFeedAlive",
         statement_timestamp() as at
    from sportsbook_fixture fixture
    join sportsbook_feed feed on feed.name = fixture.feed
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.id = any(${fixtureIds}::bigint[])`

export const insertBets = insertInto('sportsbook_bet', {
  id: 'bigint',
  playerId: 'bigint',
  requestId: 'text',
  unitStakeCents: 'bigint',
  folds: 'jsonb',
  isEachWay: 'boolean',
  stakeCents: 'bigint',
  cashCents: 'bigint',
  bonusCents: 'bigint',
  freeCents: 'bigint',
  freeBetId: 'text null',
  potentialReturnCents: 'bigint',
  boost: 'jsonb null',
  promises: 'jsonb',
  accept: 'text',
  withinBps: 'int null',
  maxStakeCents: 'bigint',
  delayMs: 'int',
  requiredDelayMs: 'int',
  isOffered: 'boolean',
  signature: 'text',
  placedAt: 'timestamptz',
})

export const insertLegs = insertInto('sportsbook_leg', {
  betId: 'bigint',
  playerId: 'bigint',
  place: 'int',
  fixtureId: 'bigint',
  outcomeId: 'bigint',
  isBanker: 'boolean',
  requestedPriceMilli: 'int',
  priceMilli: 'int',
  minPriceMilli: 'int null',
  priceVersion: 'int',
  standing: 'text null',
  exposedStakeCents: 'bigint',
  exposedReturnCents: 'bigint',
})

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
  /** What it was promised besides; null from before that was kept. */
  promises: BetPromises | null
  /** What of its return the boost added. */
  boostCents: number
  /** What of it was a stake that came back by a promise. */
  insuredCents: number
  accept: Accept
  withinBps: number | null
  /** It took up an offer. */
  isOffered: boolean
  placedAt: Date
  result: number | null
  returnCents: number | null
  settledAt: Date | null
}

/** These bets, newest first; where a player is named, only theirs: others' are not even read. */
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

/** The legs of these bets as they were asked for, in their order. */
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
  /** Bets placed when this one was are void, whatever became of the outcome. */
  isCancelled: boolean
  /** Won by a lead, before its match was over. */
  isPaidEarly: boolean
  fixtureId: number
  code: string
  priceMilli: number
  won: number | null
  refunded: number | null
  parts: number | null
  /** Of a bet builder what it needs; else null. */
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

/** What bets are looked for by; null is any. */
export type BetSearch = {
  status: BetFilter | null
  /** Placed within so many days. */
  days: number | null
  /** Days of Brasília, as `2026-11-22`, both of them within. */
  from: string | null
  until: string | null
  /** With a leg of this sport. */
  sport: string | null
  /** What one real returns where all of the bet wins, in thousandths. */
  fromOddsMilli: number | null
  belowOddsMilli: number | null
}

type Within = Pick<BetSearch, 'days' | 'from' | 'until'> & { before: number }

/** The oldest bet that a search of these days looks at below `before`; null where it looks at all of them. */
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
 * A page of the player's bets down to `scannedTo`, newest first. Won is more back than was staked, with what was sold, lost less; of a free bet
 * nothing. The player's own index finds the bets, and together with the block ranges of `placed_at` those of some days;
 * legs are read by the key of their bet.
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

/** Which of these players have a bet that is open, or one in play that waits out its delay. */
export const selectWithOpenBets = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId" from sportsbook_bet
   where player_id = any(${playerIds}::bigint[]) and status = 'open'
   union
  select player_id from sportsbook_waiting_bet
   where player_id = any(${playerIds}::bigint[]) and status = 'waiting' and due_at > now() - interval '1 minute'`
