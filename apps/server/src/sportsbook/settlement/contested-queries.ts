import type { Sql, Tx } from '../../platform/db/index.ts'
import type { MarketKey } from '../sports/adapter.ts'
import { insertTasks } from './queries.ts'

/** There are five feeds, and each lists an event once or twice. */
const MAX_REPORTED = 10
/** More than operators can look through at once. */
const MAX_WINDOWS = 2000

/** Serialises checks: none may write over what another found outdated. */
export const lockChecks = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtext('sportsbook_contested_market'))`

/**
 * A fixture whose markets another one contests now, or no longer; `isNew` if nothing between the two was contested
 * before.
 */
export type ContestChange = { fixtureId: number; otherFixtureId: number; isNew: boolean }

/** One of two fixtures of the same event, compared with the other. */
type TwinRow = {
  fixtureId: number
  otherFixtureId: number
  isField: boolean
  /** The other one has the sides swapped. */
  isSwapped: boolean
  /** One was completed and the other was not, or both with another score or winner. */
  endedOtherwise: boolean
}

/**
 * The fixtures of other feeds for the same events (decision 48: within twelve hours, with both sides or two runners
 * in common), a row for each of the two. Of two matches of the same sides on one day each is compared with the
 * nearest only. Sides are compared by participant, not by home. Other fixtures are looked up one by one: otherwise
 * the planner would read whole tables.
 */
export const selectTwins = (tx: Tx, fixtureIds: readonly number[]) => tx<TwinRow[]>`
  with own as materialized (
    select fixture.id, fixture.feed, fixture.starts_at, fixture.is_outright
      from sportsbook_fixture fixture where fixture.id = any(${fixtureIds}::bigint[]) and not fixture.simulated
  ), twin as materialized (
    select own.id as own_id, near.id as twin_id
      from own
     cross join lateral (
       select told.id, told.feed, told.starts_at,
              rank() over (partition by told.feed order by abs(extract(epoch from told.starts_at - own.starts_at))) as place
         from (select other.fixture_id
                 from sportsbook_fixture_participant mine
                 join sportsbook_fixture_participant other
                   on other.participant_id = mine.participant_id and other.fixture_id <> mine.fixture_id
                where mine.fixture_id = own.id
                group by other.fixture_id
               having count(*) > 1) as shared
        cross join lateral (
          select id, feed, starts_at from sportsbook_fixture
           where id = shared.fixture_id and not simulated and feed <> own.feed and is_outright = own.is_outright
             and starts_at between own.starts_at - interval '12 hours' and own.starts_at + interval '12 hours'
          offset 0) as told
        limit ${MAX_REPORTED}) as near
     where near.place = 1
       and not exists (
         select from (select other.fixture_id
                        from sportsbook_fixture_participant mine
                        join sportsbook_fixture_participant other
                          on other.participant_id = mine.participant_id and other.fixture_id <> mine.fixture_id
                       where mine.fixture_id = near.id
                       group by other.fixture_id
                      having count(*) > 1) as shared
          cross join lateral (
            select from sportsbook_fixture
             where id = shared.fixture_id and id <> own.id and feed = own.feed and is_outright = own.is_outright
               and abs(extract(epoch from starts_at - near.starts_at)) < abs(extract(epoch from own.starts_at - near.starts_at))
            offset 0) as nearer)
  ), told as materialized (
    select pair.fixture_id, pair.other_id, is_field,
           not is_field and exists (
             select from sportsbook_fixture_participant mine
               join sportsbook_fixture_participant other on other.participant_id = mine.participant_id
              where mine.fixture_id = fixture.id and mine.place = 1 and other.fixture_id = other_fixture.id and other.place = 2)
             as is_swapped
      from (select own_id as fixture_id, twin_id as other_id from twin union select twin_id, own_id from twin) as pair
      join sportsbook_fixture fixture on fixture.id = pair.fixture_id
      join sportsbook_fixture other_fixture on other_fixture.id = pair.other_id
      join sportsbook_competition competition on competition.id = fixture.competition_id
     cross join lateral (select competition.sport = 'racing' or fixture.is_outright as is_field) as form
  )
  select told.fixture_id as "fixtureId", told.other_id as "otherFixtureId", told.is_field as "isField",
         told.is_swapped as "isSwapped",
         coalesce(one.match_status in (-1, -10, -12, -14) and two.match_status in (-1, -10, -12, -14)
             and ((one.match_status = -1) <> (two.match_status = -1)
                  or (one.match_status = -1
                      and (one.home_score <> case when told.is_swapped then two.away_score else two.home_score end
                           or one.away_score <> case when told.is_swapped then two.home_score else two.away_score end
                           or one.winner <> case when told.is_swapped and two.winner = 'home' then 'away'
                                                 when told.is_swapped and two.winner = 'away' then 'home'
                                                 else two.winner end))), false) as "endedOtherwise"
      from told
      join sportsbook_fixture one on one.id = told.fixture_id
      join sportsbook_fixture two on two.id = told.other_id
   order by 1, 2`

/**
 * Writes which markets of twin fixtures are contested now, and which fixtures no longer are. A market is contested if
 * the same market of the other fixture resolved differently, and if the two fixtures ended differently or, in a race,
 * have another winner. Not if operators settled it, nor if it agrees with operators' decision on the other fixture's.
 * If the feeds disagree on the home side, only markets without a line and totals are compared. In a race only the
 * winner is: feeds pay different places. A bet builder follows its selections. If one feed voids the bets of a window
 * and the other has a result without voiding, only that window's bets wait, on both fixtures. Returns what changed.
 */
export const writeContested = (tx: Tx, fixtureIds: readonly number[], twins: readonly TwinRow[]) => tx<
  ContestChange[]
>`
  with event as materialized (
    select fixture_id, other_id, is_field, is_swapped, ended_otherwise
      from unnest(${twins.map((twin) => twin.fixtureId)}::bigint[], ${twins.map((twin) => twin.otherFixtureId)}::bigint[],
                         ${twins.map((twin) => twin.isField)}::boolean[], ${twins.map((twin) => twin.isSwapped)}::boolean[],
                         ${twins.map((twin) => twin.endedOtherwise)}::boolean[])
      as row (fixture_id, other_id, is_field, is_swapped, ended_otherwise)
  ), spoken as materialized (
    select id, is_resolved, is_void, windows from sportsbook_spoken_market
     where fixture_id in (select fixture_id from event)
  ), resolved as materialized (
    select event.fixture_id, event.other_id, event.is_field, market.id as market_id, market.certainty,
           event.ended_otherwise, own.is_resolved, own.is_void, own.windows,
           theirs.id as other_market_id, theirs.certainty as other_certainty, compared.others,
           coalesce(compared.differs, false) as differs, coalesce(compared.is_whole, false) as is_whole,
           coalesce(others.is_resolved and not others.is_void, false) as is_other_paying,
           coalesce(others.windows, '{}') as other_windows
      from event
      join sportsbook_market market on market.fixture_id = event.fixture_id and market.selections is null
      join spoken as own on own.id = market.id
      left join sportsbook_market theirs
        on theirs.fixture_id = event.other_id and theirs.selections is null
       and theirs.type = market.type and theirs.period = market.period
       and theirs.line_quarters is not distinct from market.line_quarters
       and theirs.side is not distinct from case when not event.is_swapped then market.side
                                                 when market.side = 'home' then 'away' when market.side = 'away' then 'home' end
       and (not event.is_field or market.type in ('racing.win', 'outright.winner'))
      left join lateral sportsbook_compared(market, theirs, event.is_field, event.is_swapped) as compared on theirs.id is not null
      left join spoken as others on others.id = theirs.id
  ), judged as materialized (
    select resolved.*,
           ended_otherwise or (is_field and bool_or(differs) over (partition by fixture_id, other_id)) as is_other_event,
           case when is_whole and other_certainty is distinct from 'operator'
                then case when is_other_paying then windows - other_windows else '{}' end
                     + case when is_resolved and not is_void then other_windows - windows else '{}' end
                else '{}' end as odd_windows
      from resolved
  ), held as materialized (
    select fixture_id, other_id, market_id, case when is_whole then other_market_id end as other_market_id,
           case when is_whole and others #>> '{0,won}' is not null then others else '[]' end as others,
           parted.holds_all, odd_windows as windows
      from judged
     cross join lateral (
       select is_resolved
              and (differs or (is_other_event and not (is_whole and coalesce(other_certainty = 'operator', false))))
              as holds_all) as parted
     where certainty is distinct from 'operator' and (parted.holds_all or not isempty(odd_windows))
  ), contested as materialized (
    select fixture_id, other_id, market_id, other_market_id, others, holds_all, windows from held
    union all
    select held.fixture_id, held.other_id, builder.id, null::bigint, '[]'::jsonb, bool_or(held.holds_all),
           range_agg(held.windows)
      from held
      join sportsbook_outcome needed on needed.market_id = held.market_id
      join sportsbook_market builder
        on builder.fixture_id = held.fixture_id and needed.id = any(builder.selections)
       and (builder.asked_at is null -- which says that it was bet on, but an hour after it was last asked for
            or builder.id in (select own.market_id from sportsbook_leg leg join sportsbook_outcome own on own.id = leg.outcome_id
                               where leg.fixture_id in (select fixture_id from held)))
     group by held.fixture_id, held.other_id, builder.id
  ), ended as (
    delete from sportsbook_contested_market before
     where (before.fixture_id = any(${fixtureIds}::bigint[]) or before.other_fixture_id = any(${fixtureIds}::bigint[]))
       and before.other_fixture_id <> before.fixture_id -- those are late windows, for operators to decide
       and not exists (select from contested
                        where contested.market_id = before.market_id and contested.other_id = before.other_fixture_id)
    returning before.fixture_id, before.other_fixture_id
  ), written as (
    insert into sportsbook_contested_market as before
           (market_id, fixture_id, other_fixture_id, other_market_id, others, holds_all, windows)
    select market_id, fixture_id, other_id, other_market_id, others, holds_all, windows
      from contested order by market_id, other_id
    on conflict (market_id, other_fixture_id) do update
       set other_market_id = excluded.other_market_id, others = excluded.others, holds_all = excluded.holds_all,
           windows = excluded.windows
     where (before.other_market_id, before.others, before.holds_all, before.windows)
           is distinct from (excluded.other_market_id, excluded.others, excluded.holds_all, excluded.windows)
    returning before.fixture_id, before.other_fixture_id
  )
  select fixture_id as "fixtureId", other_fixture_id as "otherFixtureId", false as "isNew" from ended
  union
  select fixture_id, other_fixture_id,
         not exists (select from sportsbook_contested_market before
                      where (before.fixture_id, before.other_fixture_id)
                            in ((written.fixture_id, written.other_fixture_id),
                                (written.other_fixture_id, written.fixture_id)))
    from written
   order by 1, 2, 3`

/**
 * Queues the bets on these fixtures for settlement. Locks their rows first, as every caller does: the feed that holds
 * one may be about to queue it itself.
 */
export async function askFor(tx: Tx, fixtureIds: readonly number[]): Promise<void> {
  if (fixtureIds.length === 0) return
  await tx`select id from sportsbook_fixture where id = any(${fixtureIds}::bigint[]) order by id for key share`
  await insertTasks(tx, fixtureIds)
}

/**
 * Marks these requests as compared with other feeds: their bets may be settled. Not those in a late window that nobody
 * has decided: their markets are written back if an older server ended them, as it does during a rolling update.
 */
export const markChecked = (tx: Tx, fixtureIds: readonly number[], requested: readonly number[]) => tx`
  with kept as (
    insert into sportsbook_contested_market as before (market_id, fixture_id, other_fixture_id, others, holds_all, windows)
    select outcome.market_id, late.fixture_id, late.fixture_id, '[]', false,
           range_agg(tstzrange(late.placed_from, late.placed_until))
      from sportsbook_late_window late
      join sportsbook_leg leg
        on leg.fixture_id = late.fixture_id and leg.bet_id between late.first_bet_id and late.last_bet_id
      join sportsbook_bet bet
        on bet.id = leg.bet_id and bet.placed_at >= late.placed_from and bet.placed_at < late.placed_until
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
     where late.fixture_id = any(${fixtureIds}::bigint[]) and late.state = 'held'
       and not exists (select from sportsbook_contested_market own
                        where own.market_id = outcome.market_id and own.other_fixture_id = late.fixture_id
                          and own.windows @> tstzrange(late.placed_from, late.placed_until))
     group by outcome.market_id, late.fixture_id
     order by outcome.market_id
    on conflict (market_id, other_fixture_id) do update set windows = before.windows + excluded.windows
  )
  update sportsbook_settlement_task task set checked = greatest(task.checked, row.requested)
    from unnest(${fixtureIds}::bigint[], ${requested}::bigint[]) as row (fixture_id, requested)
   where task.fixture_id = row.fixture_id`

/** What a feed reported about an event. */
export type Reported = {
  fixtureId: number
  feed: string
  feedKey: string
  matchStatus: number
  home: string | null
  away: string | null
  homeScore: number | null
  awayScore: number | null
  winner: string | null
}

/** What feeds reported about these fixtures, in their own sides. */
export const selectReported = (sql: Sql, fixtureIds: readonly number[]) => sql<Reported[]>`
  select fixture.id as "fixtureId", feed, feed_key as "feedKey", match_status as "matchStatus",
         home.name as home, away.name as away, home_score as "homeScore", away_score as "awayScore", winner
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_fixture_participant first
      on first.fixture_id = fixture.id and first.place = 1 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_fixture_participant second
      on second.fixture_id = fixture.id and second.place = 2 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_participant home on home.id = first.participant_id
    left join sportsbook_participant away on away.id = second.participant_id
   where fixture.id = any(${fixtureIds}::bigint[])
   order by fixture.id`

export type ContestedFixture = {
  id: number
  feed: string
  feedKey: string
  sport: string
  startsAt: Date
  markets: number
  otherIds: number[]
}

/** Fixtures with open bets on contested markets, longest waiting first. */
export const selectContested = (sql: Sql, max: number) => sql<ContestedFixture[]>`
  select fixture.id, fixture.feed, fixture.feed_key as "feedKey",
         case when fixture.is_outright then 'outright' else competition.sport end as sport,
         fixture.starts_at as "startsAt", contested.markets, contested.other_ids::float8[] as "otherIds"
    from (select fixture_id, count(distinct market_id)::integer as markets, array_agg(distinct other_fixture_id) as other_ids
            from sportsbook_contested_market where other_fixture_id <> fixture_id group by fixture_id) as contested
    join sportsbook_fixture fixture on fixture.id = contested.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where exists (
     select from sportsbook_leg leg
       join sportsbook_bet bet on bet.id = leg.bet_id and bet.status = 'open'
       join sportsbook_outcome outcome on outcome.id = leg.outcome_id
      where leg.fixture_id = fixture.id
        and exists (select from sportsbook_contested_market own
                     where own.market_id = outcome.market_id and own.other_fixture_id <> own.fixture_id
                       and (own.holds_all or own.windows @> bet.placed_at)))
   order by fixture.starts_at, fixture.id
   limit ${max}`

/** A window whose bets wait because one feed has voided them and another, of the same event, has not. */
export type HeldWindow = MarketKey & {
  fixtureId: number
  marketId: number
  /** The feed that voids them. */
  feed: string
  /** Null if it gave none. */
  from: Date | null
  until: Date | null
  /** Open bets on this fixture placed in it. */
  bets: number
  stakeCents: number
}

/** The held windows on these fixtures, by fixture and market, earliest first. */
export const selectHeldWindows = (sql: Sql, fixtureIds: readonly number[]) => sql<HeldWindow[]>`
  select contested.fixture_id as "fixtureId", market.id as "marketId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, voiding.feed,
         lower(voided) as "from", upper(voided) as "until", held.bets, held.stake_cents as "stakeCents"
    from sportsbook_contested_market contested
    join sportsbook_market market on market.id = contested.market_id and market.selections is null
    join sportsbook_spoken_market spoken on spoken.id in (contested.market_id, contested.other_market_id)
    join sportsbook_fixture voiding on voiding.id = spoken.fixture_id
   cross join lateral unnest(spoken.windows * contested.windows) as voided
   cross join lateral (
     select count(*)::integer as bets, coalesce(sum(bet.stake_cents), 0)::float8 as stake_cents
       from sportsbook_outcome outcome
       join sportsbook_leg leg on leg.fixture_id = contested.fixture_id and leg.outcome_id = outcome.id
       join sportsbook_bet bet on bet.id = leg.bet_id and bet.status = 'open'
      where outcome.market_id = contested.market_id and voided @> bet.placed_at) as held
   where contested.fixture_id = any(${fixtureIds}::bigint[]) and contested.other_fixture_id <> contested.fixture_id
     and not isempty(contested.windows) and held.bets > 0
   order by contested.fixture_id, market.id, voided, voiding.id
   limit ${MAX_WINDOWS}`
