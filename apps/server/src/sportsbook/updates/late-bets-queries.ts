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

/** The bets placed on a fixture between a moment and now. */
export type LateBets = {
  fixtureId: number
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
  /** Whether the message was refused: it may be repeated, so a bet that was in a window before is in no other. */
  areRefused: readonly boolean[]
}

/**
 * Voids the bets on these fixtures placed between a moment and now: a window for each market that has such
 * bets. Those since a moment beyond the bound wait for operators instead, in a late window of their fixture. No bets are
 * placed meanwhile: the fixtures are locked. Reads a match's legs from the newest back to the moment, not all: a popular
 * match has hundreds of thousands, and every goal runs this.
 */
export const voidLateBets = (tx: Tx, { fixtureIds, from, areRefused }: LateMoments) => tx<LateBets[]>`
  with moment as materialized (
    select clock_timestamp() as now
  ), told as materialized (
    select row.fixture_id, moment.now, row.placed_from > moment.now - make_interval(secs => ${MAX_LATE_SECONDS}) as is_void,
           greatest(row.placed_from, case when row.is_refused then (
             select max(known.placed_until) from sportsbook_late_window known
              where known.fixture_id = row.fixture_id) end) as placed_from
      from unnest(${fixtureIds}::bigint[], ${from}::timestamptz[], ${areRefused}::boolean[])
             as row (fixture_id, placed_from, is_refused)
     cross join moment
  ), late as materialized (
    select leg.fixture_id, outcome.market_id, bet.id as bet_id, bet.stake_cents, told.placed_from, told.now, told.is_void
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
     where bet.placed_at >= told.placed_from
  ), written as (
    insert into sportsbook_cancellation (market_id, placed_from, placed_until, reason)
    select distinct market_id, placed_from, now, ${LATE} from late where is_void order by market_id
  ), opened as (
    insert into sportsbook_late_window (fixture_id, placed_from, placed_until, first_bet_id, last_bet_id)
    select fixture_id, placed_from, now, min(bet_id), max(bet_id)
      from late where not is_void group by fixture_id, placed_from, now order by fixture_id
  ), held as (
    insert into sportsbook_contested_market as before
           (market_id, fixture_id, other_fixture_id, others, holds_all, windows)
    select distinct market_id, fixture_id, fixture_id, '[]'::jsonb, false, tstzmultirange(tstzrange(placed_from, now))
      from late where not is_void order by market_id
    on conflict (market_id, other_fixture_id) do update set windows = before.windows + excluded.windows
  )
  select fixture_id as "fixtureId", placed_from as "from", now as "until", is_void as "isVoid",
         count(distinct market_id)::integer as markets, count(*)::integer as bets,
         sum(stake_cents)::float8 as "stakeCents"
    from late
   group by fixture_id, placed_from, now, is_void
   order by fixture_id`
