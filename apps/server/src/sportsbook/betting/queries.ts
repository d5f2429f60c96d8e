import type { Period, Side } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import { FIXTURE_LOCKS, type FixtureStateRow } from '../catalogue/queries.ts'

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

export const selectInPlay = (sql: Sql) => sql<{ fixtureId: number }[]>`
  select id as "fixtureId" from sportsbook_fixture where match_status between 1 and 5`

/** The market and the match of an outcome: neither ever changes. */
export type OutcomePlace = { outcomeId: number; marketId: number; fixtureId: number }

/** The market and match of these outcomes. */
export const selectPlaces = (sql: Sql, outcomeIds: readonly number[]) => sql<OutcomePlace[]>`
  select outcome.id as "outcomeId", market.id as "marketId", market.fixture_id as "fixtureId"
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id
   where outcome.id = any(${outcomeIds}::bigint[])`

/**
 * Locks these fixtures in shared mode, in the order given: by ascending id. A feed that wants to change prices, stop
 * betting or end a match waits until the bets are committed; bets that come later wait for the feed. This is a
 * separate statement before the quotes are read: a read that waited for a lock would return prices from before the
 * wait. Returns the first of 1024 ids for the list's bets, because a separate statement would cost as much as two
 * bets.
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

/** The subject of a bet as displayed: market, match and match state. */
export type SubjectRow = FixtureStateRow & {
  marketType: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  /** The entrant's name, for outcomes that are one. */
  name: string | null
  title: string | null
  home: string | null
  away: string | null
  startsAt: Date
  isDayOnly: boolean
  simulated: boolean
}

/** The current state of an outcome and its market. */
export type PriceRow = OutcomePlace & {
  code: string
  marketType: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  priceMilli: number
  /** The price without the effect of stakes: open bets are valued by it. */
  basePriceMilli: number
  priceVersion: number
  /** The previous price, if it was offered within the last minute; not stored for bet builders. */
  previousPriceMilli: number | null
  /** Its status for betting: a bet stop of the match suspends it. A bet builder follows its selections. */
  marketStatus: 'open' | 'suspended' | 'closed' | 'settled'
  /** The outcomes of a bet builder; else null. */
  selections: number[] | null
  /** False while its market is offered without it. */
  isOffered: boolean
}

/** The current state of these outcomes, each with its market. */
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

/** A match for betting: its sides and state, and whether its feed was active in the last seconds. */
export type MatchRow = FixtureStateRow & {
  fixtureId: number
  competitionId: number
  title: string | null
  /** Its entries are named by position, not as home and away. */
  isField: boolean
  entries: { place: number; participantId: number; name: string }[]
  startsAt: Date
  isDayOnly: boolean
  simulated: boolean
  isBeforeStart: boolean
  isFeedAlive: boolean
  /** What an operator left of the limits of the match, by whether it is in play, in ten-thousandths. */
  limitBps: number
  /** The same of the bound on its worst scenario: the larger share, because bets of both times count there. */
  scenarioBps: number
  /** The database's clock at the read: one instant for all rows. `now()` would be the start of the transaction. */
  at: Date
}

/** These matches. A list of bets names hundreds of outcomes of a few matches: each match is read once. */
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
         coalesce(case when fixture.match_status between 1 and 5 then limited.in_play_bps else limited.before_start_bps end,
                  10000) as "limitBps",
         coalesce(greatest(limited.before_start_bps, limited.in_play_bps), 10000) as "scenarioBps",
         statement_timestamp() as at
    from sportsbook_fixture fixture
    join sportsbook_feed feed on feed.name = fixture.feed
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_match_limit limited on limited.fixture_id = fixture.id and limited.ended_at is null
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

/** The stake factors of these players in ten-thousandths of the maximum stake; players without a row have no reduction. */
export const selectStakeFactors = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; factorBps: number }[]
>`
  select player_id as "playerId", factor_bps as "factorBps"
    from sportsbook_stake_factor
   where player_id = any(${playerIds}::bigint[])`

type OwnStakeRow = { playerId: number; fixtureId: number; stakeCents: number }

/** The open stakes of these players on the matches of these outcomes; a parlay counts in full for each of its matches. */
export const selectOwnStakes = (sql: Sql, playerIds: readonly number[], outcomeIds: readonly number[]) => sql<
  OwnStakeRow[]
>`
  select leg.player_id as "playerId", leg.fixture_id as "fixtureId",
         sum(bet.stake_cents - bet.sold_cash_cents - bet.sold_bonus_cents)::bigint as "stakeCents"
    from (select distinct own.player_id, own.fixture_id, own.bet_id
            from sportsbook_leg own
           where own.player_id = any(${playerIds}::bigint[])
             and own.fixture_id in (
               select market.fixture_id
                 from sportsbook_outcome outcome
                 join sportsbook_market market on market.id = outcome.market_id
                where outcome.id = any(${outcomeIds}::bigint[]))) as leg
    join sportsbook_bet bet on bet.id = leg.bet_id and bet.status = 'open'
   group by leg.player_id, leg.fixture_id`

export const upsertStakeFactor = (tx: Tx, playerId: number, factorBps: number) => tx<
  { before: number | null }[]
>`
  with earlier as (
    select factor_bps from sportsbook_stake_factor where player_id = ${playerId}
  )
  insert into sportsbook_stake_factor as factor (player_id, factor_bps)
  values (${playerId}, ${factorBps})
  on conflict (player_id) do update set factor_bps = excluded.factor_bps, set_at = now()
  returning (select factor_bps from earlier) as before`

type HeldOffer = {
  playerId: number
  requestId: string
  outcomeIds: readonly number[]
  pausedUntil: Date
}

/**
 * Records that prices of these outcomes are held for a player, all or none; returns which. An outcome already held,
 * or paused, stays so until its time or until the bet that accepts it exists. Deletes long expired rows. Of two
 * concurrent calls the second finds the first one's rows, and its outcomes missing.
 */
export const insertOffers = (sql: Sql, { playerId, requestId, outcomeIds, pausedUntil }: HeldOffer) => sql<
  { outcomeId: number }[]
>`
  with gone as (
    delete from sportsbook_bet_offer
     where player_id = ${playerId} and paused_until < now() - interval '1 hour' and outcome_id <> all(${outcomeIds}::bigint[])
  )
  insert into sportsbook_bet_offer as offer (player_id, outcome_id, request_id, paused_until)
  select ${playerId}, outcome_id, ${requestId}, ${pausedUntil}
    from unnest(${outcomeIds}::bigint[]) as asked (outcome_id)
   where not exists (
     select from sportsbook_bet_offer other
      where other.player_id = ${playerId} and other.outcome_id = any(${outcomeIds}::bigint[]) and other.paused_until > now()
        and not exists (select from sportsbook_bet bet
                         where bet.player_id = other.player_id and bet.request_id = other.request_id and bet.is_offered))
   order by outcome_id
  on conflict (player_id, outcome_id) do update
     set request_id = excluded.request_id, paused_until = excluded.paused_until
   where offer.paused_until <= now()
      or exists (select from sportsbook_bet bet
                  where bet.player_id = offer.player_id and bet.request_id = offer.request_id and bet.is_offered)
  returning outcome_id as "outcomeId"`

/** A match, or with a null id a league, on which many players have bet. */
type PopularRow = { sport: string; competition: string; fixtureId: number | null }

/** Only the newest bets are scanned, however many there are: a busy evening. */
const MAX_BETS = 20_000
/** With fewer players a match is not popular, and showing it would reveal what one player bets on. */
const MIN_PLAYERS = 3
const MAX_ROWS = 200

/** Matches in play or to come, and their leagues; those with most players among the newest bets first. */
export const selectPopular = (sql: Sql) => sql<PopularRow[]>`
  with recent as (
    select id from sportsbook_bet order by id desc limit ${MAX_BETS}
  )
  select competition.sport, competition.name as competition, fixture.id as "fixtureId"
    from recent
    join sportsbook_leg leg on leg.bet_id = recent.id
    join sportsbook_fixture fixture on fixture.id = leg.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where not fixture.is_outright
     and (fixture.match_status between 1 and 5 or (fixture.match_status = 0 and fixture.starts_at > now()))
   group by grouping sets ((competition.sport, competition.name, fixture.id), (competition.sport, competition.name))
  having count(distinct leg.player_id) >= ${MIN_PLAYERS}
   order by count(distinct leg.player_id) desc, fixture.id, competition.name
   limit ${MAX_ROWS}`

type Booking = { code: string; selection: string; hours: number }

/** Expired codes are kept for this many days, so that players who open one are told it has expired. */
const KNOWN_DAYS = 30
/** Expired codes deleted with each new one: more than are added, so the table does not grow. */
const FORGOTTEN_AT_ONCE = 20

/** Stores a selection under this code, or extends the valid code that it has; returns the code. */
export const upsertBooking = (sql: Sql, { code, selection, hours }: Booking) => sql<
  { code: string; expiresAt: Date }[]
>`
  with forgotten as (
    delete from sportsbook_booking
     where selection <> ${selection}
       and code in (select code from sportsbook_booking
                     where expires_at < now() - make_interval(days => ${KNOWN_DAYS})
                     limit ${FORGOTTEN_AT_ONCE})
  )
  insert into sportsbook_booking as booking (code, selection, expires_at)
  values (${code}, ${selection}, now() + make_interval(hours => ${hours}))
  on conflict (selection) do update
     set code = case when booking.expires_at > now() then booking.code else excluded.code end,
         expires_at = excluded.expires_at
  returning code, expires_at as "expiresAt"`

export const selectBooking = (sql: Sql, code: string) => sql<
  { selection: string; expiresAt: Date; isOver: boolean }[]
>`
  select selection, expires_at as "expiresAt", expires_at <= now() as "isOver"
    from sportsbook_booking
   where code = ${code}`
