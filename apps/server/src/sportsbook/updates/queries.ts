import type { SportState } from '@palpite/contract'
import type { Period, Side } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'
import type { Outcome } from '../sports/table.ts'
import type { Runner } from '../sports/adapter.ts'
import type { Scope, StopBy } from './messages.ts'

/**
 * A stored participant of a fixture. The place is ours and fixed from first listing: home is 1 and away 2, in a field
 * it is the runner's number, which bets refer to. The id is the feed's; null if it has none.
 */
export type Entry = { place: number; feedId: string | null; name: string }

/** What the intake needs to know about a fixture to apply messages to it. */
export type KnownFixture = {
  id: number
  key: string
  sport: string
  matchStatus: number
  clockPeriod: Period | null
  minute: number | null
  state: SportState | null
  /** Its feed now has the sides swapped, or a third as one of them. */
  isSwapped: boolean
  /** The runners of a race or an outright. */
  runners: Runner[]
  /** The maximum number of sets or frames, and whether the last is a match tie-break; null if unknown. */
  bestOf: number | null
  hasMatchTieBreak: boolean | null
  version: number
  /** The version of the last stop of all markets, and its owner; null without one. */
  stoppedVersion: number | null
  stoppedBy: StopBy | null
  /** An operator holds the price of an outcome. */
  isPricedByHand: boolean
}

/** The fixtures of a list by the feed's keys. */
export type Known = ReadonlyMap<string, KnownFixture>

export const insertCompetitions = (tx: Tx, sports: string[], names: string[], simulated: boolean) => tx`
  insert into sportsbook_competition (sport, name, simulated)
  select distinct sport, name, ${simulated}::boolean from unnest(${sports}::text[], ${names}::text[]) as row (sport, name)
   order by 1, 2
  on conflict (sport, name) do nothing`

export const insertParticipants = (tx: Tx, sports: string[], names: string[]) => tx`
  insert into sportsbook_participant (sport, name)
  select distinct sport, name from unnest(${sports}::text[], ${names}::text[]) as row (sport, name)
   order by 1, 2
  on conflict (sport, name) do nothing`

export type FixtureColumns = {
  keys: string[]
  sports: string[]
  competitions: string[]
  titles: (string | null)[]
  seasons: (string | null)[]
  outrights: boolean[]
  startsAt: Date[]
  dayOnly: boolean[]
  bestOfs: (number | null)[]
  matchTieBreaks: (boolean | null)[]
  /** As JSON. */
  models: (string | null)[]
  seeds: (string | null)[]
  speeds: (number | null)[]
  faults: (string | null)[]
  swapped: boolean[]
}

/** A known fixture keeps its participants; its start and model may change. */
export const upsertFixtures = (tx: Tx, feed: string, columns: FixtureColumns) => tx`
  insert into sportsbook_fixture as fixture (feed, feed_key, competition_id, title, season, starts_at, is_day_only, best_of, has_match_tie_break, is_outright, model, seed, speed, fault, is_swapped)
  select ${feed}, row.key, competition.id, row.title,
         coalesce(row.season, extract(year from row.starts_at at time zone 'America/Sao_Paulo')::text),
         row.starts_at, row.is_day_only, row.best_of, row.has_match_tie_break, row.is_outright, row.model::jsonb, row.seed, row.speed, row.fault, row.swapped
    from unnest(${columns.keys}::text[], ${columns.sports}::text[], ${columns.competitions}::text[],
                ${columns.titles}::text[], ${columns.seasons}::text[], ${columns.startsAt}::timestamptz[],
                ${columns.dayOnly}::boolean[], ${columns.bestOfs}::smallint[], ${columns.matchTieBreaks}::boolean[],
                ${columns.outrights}::boolean[], ${columns.models}::text[],
                ${columns.seeds}::text[], ${columns.speeds}::float8[], ${columns.faults}::text[], ${columns.swapped}::boolean[])
      as row (key, sport, competition, title, season, starts_at, is_day_only, best_of, has_match_tie_break, is_outright,
              model, seed, speed, fault, swapped)
    join sportsbook_competition competition
      on competition.sport = row.sport and competition.name = row.competition
   order by row.starts_at, row.key
  on conflict (feed, feed_key) do update
     set starts_at = excluded.starts_at, is_day_only = excluded.is_day_only,
         best_of = coalesce(excluded.best_of, fixture.best_of),
         has_match_tie_break = coalesce(excluded.has_match_tie_break, fixture.has_match_tie_break),
         model = coalesce(excluded.model, fixture.model), is_swapped = excluded.is_swapped,
         version = fixture.version + 1
   where (fixture.starts_at, fixture.is_day_only, fixture.best_of, fixture.has_match_tie_break, fixture.model,
          fixture.is_swapped)
         is distinct from (excluded.starts_at, excluded.is_day_only, coalesce(excluded.best_of, fixture.best_of),
                           coalesce(excluded.has_match_tie_break, fixture.has_match_tie_break),
                           coalesce(excluded.model, fixture.model), excluded.is_swapped)`

export type EntryColumns = {
  keys: string[]
  places: number[]
  /** The feed's own ids; null if it has none. */
  feedIds: (string | null)[]
  sports: string[]
  names: string[]
  withdrawn: boolean[]
  deducted: boolean[]
}

/** The stored participants of these fixtures. */
export const selectEntries = (tx: Tx, feed: string, keys: readonly string[]) => tx<
  (Entry & { key: string })[]
>`
  select fixture.feed_key as key, entry.place, entry.feed_id as "feedId", participant.name
    from sportsbook_fixture fixture
    join sportsbook_fixture_participant entry on entry.fixture_id = fixture.id
    join sportsbook_participant participant on participant.id = entry.participant_id
   where fixture.feed = ${feed} and fixture.feed_key = any(${keys}::text[])
   order by fixture.id, entry.place`

/**
 * Writes participants. For known ones only a withdrawal, which is final, and its deduction are new; one with a feed
 * id may be renamed.
 */
export const upsertEntries = (tx: Tx, feed: string, columns: EntryColumns) => tx<
  { fixtureId: number; place: number; isWithdrawn: boolean }[]
>`
  insert into sportsbook_fixture_participant as entry
         (fixture_id, place, feed_id, participant_id, is_withdrawn, withdrawn_at, is_deducted)
  select fixture.id, row.place, row.feed_id, participant.id, row.withdrawn,
         case when row.withdrawn then clock_timestamp() end, row.deducted
    from unnest(${columns.keys}::text[], ${columns.places}::smallint[], ${columns.feedIds}::text[],
                ${columns.sports}::text[], ${columns.names}::text[], ${columns.withdrawn}::boolean[],
                ${columns.deducted}::boolean[])
      as row (key, place, feed_id, sport, name, withdrawn, deducted)
    join sportsbook_fixture fixture on fixture.feed = ${feed} and fixture.feed_key = row.key
    join sportsbook_participant participant on participant.sport = row.sport and participant.name = row.name
   order by fixture.id, row.place
  on conflict (fixture_id, place) do update
     set feed_id = coalesce(excluded.feed_id, entry.feed_id),
         participant_id = case when excluded.feed_id is null then entry.participant_id else excluded.participant_id end,
         is_withdrawn = entry.is_withdrawn or excluded.is_withdrawn,
         withdrawn_at = coalesce(entry.withdrawn_at, excluded.withdrawn_at),
         is_deducted = case when excluded.is_withdrawn then excluded.is_deducted else entry.is_deducted end
   where (excluded.is_withdrawn and (not entry.is_withdrawn or entry.is_deducted <> excluded.is_deducted))
      or (excluded.feed_id is not null
          and (entry.feed_id, entry.participant_id) is distinct from (excluded.feed_id, excluded.participant_id))
  returning entry.fixture_id as "fixtureId", entry.place, entry.is_withdrawn as "isWithdrawn"`

/** Withdrawn runners are no longer offered; their last price determines the deduction from bets on others. */
export const withdrawOutcomes = (tx: Tx, fixtureIds: number[], places: number[]) => tx`
  update sportsbook_outcome outcome set is_offered = false, version = outcome.version + 1
    from unnest(${fixtureIds}::bigint[], ${places}::smallint[]) as row (fixture_id, place)
    join sportsbook_market market
      on market.fixture_id = row.fixture_id and (market.type like 'racing.%' or market.type like 'outright.%')
   where outcome.market_id = market.id and outcome.outcome_code = row.place::text and outcome.is_offered`

/**
 * Locks these fixtures against bets until the transaction ends, in ascending order of id: waits for bets that hold a shared
 * lock, and makes later ones wait. Fixtures that do not exist yet have no bets, and finished ones take none.
 */
export const lockFixturesExclusive = (tx: Tx, feed: string, keys: readonly string[]) => tx`
  select fixture.id
    from (select id from sportsbook_fixture
           where feed = ${feed} and feed_key = any(${keys}::text[]) and match_status >= 0
           order by id) as fixture
   cross join lateral pg_advisory_xact_lock(${FIXTURE_LOCKS}::integer, (fixture.id % 2147483648)::integer)`

/** Fixtures of a feed, locked by ascending id against settlement, which resolves by their state. */
export const lockFixtures = (tx: Tx, feed: string, keys: readonly string[]) => tx<KnownFixture[]>`
  select fixture.id, feed_key as key, case when is_outright then 'outright' else competition.sport end as sport,
         match_status as "matchStatus",
         clock_period as "clockPeriod", minute, state, is_swapped as "isSwapped", best_of as "bestOf",
         has_match_tie_break as "hasMatchTieBreak", version,
         stopped_version as "stoppedVersion", stopped_by as "stoppedBy",
         exists (select from sportsbook_hand_price hand
                  where hand.fixture_id = fixture.id and hand.ended_at is null) as "isPricedByHand",
         case when competition.sport = 'racing' or is_outright then (
           select json_agg(json_build_object('place', place, 'isWithdrawn', is_withdrawn) order by place)
             from sportsbook_fixture_participant where fixture_id = fixture.id)
         else '[]' end as runners
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where feed = ${feed} and feed_key = any(${keys}::text[])
   order by fixture.id
     for update of fixture`

export type PlayColumns = {
  ids: number[]
  matchStatuses: number[]
  clockPeriods: (string | null)[]
  minutes: (number | null)[]
  /** As JSON. */
  states: (string | null)[]
  homeScores: (number | null)[]
  awayScores: (number | null)[]
  winners: Outcome['winner'][]
}

export const updatePlays = (tx: Tx, columns: PlayColumns) => tx`
  update sportsbook_fixture fixture
     set match_status = row.match_status, clock_period = row.clock_period, minute = row.minute,
         state = row.state::jsonb, home_score = row.home_score, away_score = row.away_score, winner = row.winner
    from unnest(${columns.ids}::bigint[], ${columns.matchStatuses}::smallint[], ${columns.clockPeriods}::text[],
                ${columns.minutes}::smallint[], ${columns.states}::text[], ${columns.homeScores}::integer[],
                ${columns.awayScores}::integer[], ${columns.winners}::text[])
      as row (id, match_status, clock_period, minute, state, home_score, away_score, winner)
   where fixture.id = row.id`

/**
 * Markets of finished periods are closed and wait to be resolved; a null period means all. Proposed ones, and bet
 * builders that use one, wait for operators: our own count resolves none of them.
 */
export const closeMarkets = (tx: Tx, fixtureIds: number[], periods: (string | null)[]) => tx`
  update sportsbook_market market
     set status = case when exists (
           select from (select market.id
                        union all
                        select outcome.market_id from sportsbook_outcome outcome
                         where outcome.id = any(market.selections)) as needed (id)
             join sportsbook_market_proposal proposal on proposal.market_id = needed.id
             join sportsbook_market named on named.id = needed.id and named.status <> 'settled')
         then 'suspended' else 'closed' end
    from unnest(${fixtureIds}::bigint[], ${periods}::text[]) as row (fixture_id, period)
   where market.fixture_id = row.fixture_id and market.period = coalesce(row.period, market.period)
     and market.status in ('open', 'suspended')`

/**
 * Reopens resolved markets of fixtures whose result changed or was rolled back. Not those confirmed by the feed or
 * settled by operators.
 */
export const reopenSettled = (tx: Tx, fixtureIds: number[]) => tx`
  update sportsbook_market set status = 'closed', certainty = null
   where fixture_id = any(${fixtureIds}::bigint[]) and status = 'settled'
     and (certainty is null or certainty = 'provisional')`

export type OfferedRow = {
  marketId: number
  fixtureId: number
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  /** Its own status, whatever stop its fixture has. */
  status: 'open' | 'suspended' | 'closed' | 'settled'
  /** The version of its fixture at which it was last named, and the producer kind, as far as a stop needs it. */
  namedVersion: number
  namedBy: Scope | null
  outcomeId: number
  code: string
  priceMilli: number
  /** Its price before moves by stakes; null if unmoved. */
  basePriceMilli: number | null
  shortenedBps: number
  /** Its price by hand, if one is held. */
  handMilli: number | null
  isOffered: boolean
}

/** All offers of these fixtures, one row per outcome: only differences are written. */
export const selectOffered = (tx: Tx, fixtureIds: readonly number[]) => tx<OfferedRow[]>`
  select market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.status,
         market.named_version as "namedVersion", market.named_by as "namedBy", outcome.id as "outcomeId",
         outcome.outcome_code as code, outcome.price_milli as "priceMilli", outcome.is_offered as "isOffered",
         outcome.unmoved_price_milli as "basePriceMilli", outcome.shortened_bps as "shortenedBps",
         hand.price_milli as "handMilli"
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
    left join sportsbook_hand_price hand on hand.outcome_id = outcome.id and hand.ended_at is null
   where market.fixture_id = any(${fixtureIds}::bigint[]) and market.selections is null`

export type MarketColumns = {
  fixtureIds: number[]
  types: string[]
  periods: string[]
  lines: (number | null)[]
  sides: (string | null)[]
  namedVersions: number[]
  namedBy: (Scope | null)[]
}

/** Markets are shown in the order of their ids: the order given here. */
export const insertMarkets = (tx: Tx, columns: MarketColumns) => tx<
  {
    id: number
    fixtureId: number
    type: string
    period: Period
    lineQuarters: number | null
    side: Side | null
  }[]
>`
  insert into sportsbook_market (fixture_id, type, period, line_quarters, side, status, named_version, named_by)
  select fixture_id, type, period, line, side, 'open', named_version, named_by
    from unnest(${columns.fixtureIds}::bigint[], ${columns.types}::text[], ${columns.periods}::text[],
                ${columns.lines}::integer[], ${columns.sides}::text[], ${columns.namedVersions}::bigint[],
                ${columns.namedBy}::text[])
      with ordinality as row (fixture_id, type, period, line, side, named_version, named_by, place)
   order by place
  returning id, fixture_id as "fixtureId", type, period, line_quarters as "lineQuarters", side`

export type StatusColumns = {
  ids: number[]
  statuses: string[]
  namedVersions: (number | null)[]
  namedBy: (Scope | null)[]
}

/** Changes the status of these markets; a null version or producer kind keeps the stored one. */
export const updateMarketStatuses = (tx: Tx, columns: StatusColumns) => tx`
  update sportsbook_market market
     set status = row.status, named_version = coalesce(row.named_version, market.named_version),
         named_by = coalesce(row.named_by, market.named_by)
    from unnest(${columns.ids}::bigint[], ${columns.statuses}::text[], ${columns.namedVersions}::bigint[],
                ${columns.namedBy}::text[]) as row (id, status, named_version, named_by)
   where market.id = row.id`

export const insertOutcomes = (
  tx: Tx,
  row: { marketIds: number[]; codes: string[]; prices: number[]; unmoved: (number | null)[] },
) => tx`
  insert into sportsbook_outcome (market_id, outcome_code, price_milli, unmoved_price_milli)
  select market_id, code, price, unmoved
    from unnest(${row.marketIds}::bigint[], ${row.codes}::text[], ${row.prices}::integer[], ${row.unmoved}::integer[])
      with ordinality as row (market_id, code, price, unmoved, place)
   order by place`

/** New prices; an outcome no longer offered keeps its last one. */
export const updateOutcomes = (
  tx: Tx,
  {
    ids,
    prices,
    unmoved,
    offered,
  }: { ids: number[]; prices: number[]; unmoved: (number | null)[]; offered: boolean[] },
) => tx`
  update sportsbook_outcome outcome
     set price_milli = row.price, unmoved_price_milli = row.unmoved, is_offered = row.offered,
         previous_price_milli = case when row.price <> outcome.price_milli then outcome.price_milli else outcome.previous_price_milli end,
         moved_at = case when row.price <> outcome.price_milli then clock_timestamp() else outcome.moved_at end,
         version = outcome.version + (row.price <> outcome.price_milli or row.offered <> outcome.is_offered)::integer
    from unnest(${ids}::bigint[], ${prices}::integer[], ${unmoved}::integer[], ${offered}::boolean[])
           as row (id, price, unmoved, offered)
   where outcome.id = row.id`

/** Records that the feed was active just now. */
export const touchFeed = (tx: Tx, feed: string) => tx`
  update sportsbook_feed set alive_at = clock_timestamp() where name = ${feed}`

/** The database's clock; `now()` would stand still for the whole transaction. */
export const selectClock = async (sql: Sql): Promise<Date> => {
  const rows = await sql<{ at: Date }[]>`select clock_timestamp() as at`
  return rows[0]?.at ?? new Date(Number.NaN)
}

export const selectFeeds = (sql: Sql) => sql<{ name: string; aliveAt: Date | null }[]>`
  select name, alive_at as "aliveAt" from sportsbook_feed order by name`
