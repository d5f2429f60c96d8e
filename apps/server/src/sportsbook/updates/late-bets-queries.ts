import type { Tx } from '../../platform/db/index.ts'
import { LATE } from './results-queries.ts'

/**
 * A goal reported later than this voids no bets: it may be the feed's clock that is wrong, and then bets placed at right
 * prices would be void. They wait for operators instead.
 */
const MAX_LATE_SECONDS = 120

/**
 * Ids are drawn before prices are read, at most as long before as a list may take: so a lower id means an earlier bet
 * within this time.
 */
const ID_ORDER_SECONDS = 60

/** A match may begin this much before the time that its feed names. */
const MAX_EARLY_SECONDS = 300

/** The bets placed on a fixture in a time since a moment. */
export type LateBets = {
  fixtureId: number
  /** How long ago the moment was, by the feed's clock. */
  lateSeconds: number
  /** The moment is before the match began, so the feed's clock is wrong: the time begins with the match. */
  isBeforeStart: boolean
  from: Date
  until: Date
  /** They are void; else the moment is too long ago, and they wait for operators. */
  isVoid: boolean
  markets: number
  bets: number
  stakeCents: number
}

type LateMoments = {
  fixtureIds: readonly number[]
  from: readonly Date[]
  /** Whether the message was refused: it may be repeated, so a time that is in a window already is in no other. */
  areRefused: readonly boolean[]
}

/**
 * Voids the bets on these fixtures placed between a moment and now: a window for each market that has such
 * bets. Those since a moment beyond the bound wait for operators instead, in late windows of their fixture: one, or those
 * parts of the time that earlier windows leave. Bets from before the start of the match do not wait. No bets are placed
 * meanwhile: the fixtures are locked. Reads a match's legs from the newest back to the moment, not all: a popular
 * match has hundreds of thousands, and every goal runs this.
 */
export const voidLateBets = (tx: Tx, { fixtureIds, from, areRefused }: LateMoments) => tx<LateBets[]>`
  with moment as materialized (
    select clock_timestamp() as now
  ), told as materialized (
    select row.fixture_id, row.placed_from > moment.now - make_interval(secs => ${MAX_LATE_SECONDS}) as is_void,
           round(extract(epoch from moment.now - row.placed_from))::integer as late_seconds,
           begun.since > row.placed_from as is_before_start, lower(part) as placed_from, upper(part) as placed_until
      from unnest(${fixtureIds}::bigint[], ${from}::timestamptz[], ${areRefused}::boolean[])
             as row (fixture_id, placed_from, is_refused)
     cross join moment
      join sportsbook_fixture fixture on fixture.id = row.fixture_id
     cross join lateral (
       -- A start that is still to come says nothing: the match is in play. What this transaction reported of it is no start.
       select greatest(row.placed_from, case when fixture.starts_at < moment.now then least(
                fixture.starts_at - make_interval(secs => ${MAX_EARLY_SECONDS}),
                (select first.told_at from sportsbook_moment first
                  where first.fixture_id = row.fixture_id and first.match_status > 0 and first.told_at < now()
                  order by first.version limit 1)) end) as since) as begun
     cross join lateral unnest(
       tstzmultirange(tstzrange(least(begun.since, moment.now), moment.now))
       - case when row.is_refused
              then (select coalesce(range_agg(tstzrange(known.placed_from, known.placed_until)), '{}')
                      from sportsbook_late_window known where known.fixture_id = row.fixture_id)
              else '{}' end) as part
  ), late as materialized (
    select leg.fixture_id, outcome.market_id, bet.id as bet_id, bet.stake_cents, told.placed_from, told.placed_until, told.is_void,
           told.late_seconds, told.is_before_start
      from told
     cross join lateral (
       select (select leg.bet_id
                 from sportsbook_leg leg
                 join sportsbook_bet bet on bet.id = leg.bet_id
                where leg.fixture_id = told.fixture_id
                  and bet.placed_at < told.placed_from - make_interval(secs => ${ID_ORDER_SECONDS})
                order by leg.bet_id desc
                limit 1) as last_id) as earlier
      join sportsbook_leg leg on leg.fixture_id = told.fixture_id and leg.bet_id > coalesce(earlier.last_id, 0)
      join sportsbook_bet bet on bet.id = leg.bet_id
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
     where bet.placed_at >= told.placed_from and bet.placed_at < told.placed_until
  ), written as (
    insert into sportsbook_cancellation (market_id, placed_from, placed_until, reason)
    select distinct market_id, placed_from, placed_until, ${LATE} from late where is_void order by market_id
  ), opened as (
    insert into sportsbook_late_window (fixture_id, placed_from, placed_until, first_bet_id, last_bet_id)
    select fixture_id, placed_from, placed_until, min(bet_id), max(bet_id)
      from late where not is_void group by fixture_id, placed_from, placed_until order by fixture_id, placed_from
  ), held as (
    insert into sportsbook_contested_market as before
           (market_id, fixture_id, other_fixture_id, others, holds_all, windows)
    select market_id, fixture_id, fixture_id, '[]'::jsonb, false, range_agg(tstzrange(placed_from, placed_until))
      from late where not is_void group by market_id, fixture_id order by market_id
    on conflict (market_id, other_fixture_id) do update set windows = before.windows + excluded.windows
  )
  select fixture_id as "fixtureId", late_seconds as "lateSeconds", is_before_start as "isBeforeStart",
         placed_from as "from", placed_until as "until", is_void as "isVoid",
         count(distinct market_id)::integer as markets, count(*)::integer as bets,
         sum(stake_cents)::float8 as "stakeCents"
    from late
   group by fixture_id, late_seconds, is_before_start, placed_from, placed_until, is_void
   order by fixture_id, placed_from`
