import type { Sql, Tx } from '../../platform/db/index.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'

/** A trader's view of a fixture, beside the public one. */
export type TradedRow = { fixtureId: number; feed: string; isSuspended: boolean }

/** Fixtures of a sport in play or starting within three days, those in play first. */
export const selectTradedFixtures = (sql: Sql, sport: string, max: number) => sql<TradedRow[]>`
  select id as "fixtureId", feed, is_suspended as "isSuspended"
    from (select fixture.id, fixture.feed, fixture.is_suspended, fixture.starts_at, 0 as place
            from sportsbook_fixture fixture
            join sportsbook_competition competition on competition.id = fixture.competition_id
           where fixture.match_status between 1 and 5 and competition.sport = ${sport}
          union all
          select fixture.id, fixture.feed, fixture.is_suspended, fixture.starts_at, 1 as place
            from sportsbook_fixture fixture
            join sportsbook_competition competition on competition.id = fixture.competition_id
           where fixture.match_status = 0 and fixture.starts_at > now()
             and fixture.starts_at < now() + interval '3 days' and competition.sport = ${sport}) as traded
   order by place, starts_at, id
   limit ${max}`

export const selectTradedFixture = (sql: Sql, fixtureId: number) => sql<TradedRow[]>`
  select id as "fixtureId", feed, is_suspended as "isSuspended" from sportsbook_fixture where id = ${fixtureId}`

/** The markets of these fixtures that an operator suspended individually, or whose prices an operator keeps. */
export const selectHandledMarkets = (sql: Sql, fixtureIds: readonly number[]) => sql<
  { fixtureId: number; marketId: number; isSuspended: boolean; isKept: boolean }[]
>`
  select fixture_id as "fixtureId", id as "marketId", is_suspended as "isSuspended", is_kept as "isKept"
    from sportsbook_market
   where fixture_id = any(${fixtureIds}::bigint[]) and (is_suspended or is_kept)`

export const selectFixturesOfMarkets = (sql: Sql, marketIds: readonly number[]) => sql<
  { fixtureId: number }[]
>`
  select distinct fixture_id as "fixtureId" from sportsbook_market where id = any(${marketIds}::bigint[])`

/** Suspends or reopens these locked fixtures; returns those changed. */
export const updateSuspendedFixtures = (tx: Tx, ids: readonly number[], isSuspended: boolean) => tx<
  { fixtureId: number }[]
>`
  update sportsbook_fixture set is_suspended = ${isSuspended}
   where id = any(${ids}::bigint[]) and is_suspended <> ${isSuspended}
  returning id as "fixtureId"`

/**
 * Suspends or reopens these markets of locked fixtures; returns those changed. A bet builder follows its selections.
 */
export const updateSuspendedMarkets = (tx: Tx, ids: readonly number[], isSuspended: boolean) => tx<
  { fixtureId: number; marketId: number }[]
>`
  update sportsbook_market set is_suspended = ${isSuspended}
   where id = any(${ids}::bigint[]) and is_suspended <> ${isSuspended} and selections is null
  returning fixture_id as "fixtureId", id as "marketId"`

/** Claims the due price-move run; only one server wins. The next run is due `everyMs` later. Returns whether it was claimed. */
export const claimPriceMoveRun = async (sql: Sql, everyMs: number): Promise<boolean> => {
  const rows = await sql`
    update sportsbook_price_look set due_at = now() + make_interval(secs => ${everyMs / 1000})
     where due_at <= now()
    returning due_at`
  return rows.length > 0
}

/** An outcome of a market with large stakes, or shortened before. */
export type StakedOutcomeRow = {
  fixtureId: number
  outcomeId: number
  sport: string
  type: string
  shortenedBps: number
  returnCents: number
  marketStakeCents: number
  isKept: boolean
}

/**
 * The outcomes of markets with at least this potential return, or shortened; read without a lock. In a match
 * with an each-way market every price is kept, because place prices are a fraction of the win price.
 */
export const selectStakedOutcomes = (sql: Sql, minReturnCents: number) => sql<StakedOutcomeRow[]>`
  with touched as (
    select market_id from sportsbook_liability where return_cents >= ${minReturnCents}
     union
    select market_id from sportsbook_outcome where shortened_bps > 0
  )
  select market.fixture_id as "fixtureId", outcome.id as "outcomeId", competition.sport, market.type,
         outcome.shortened_bps as "shortenedBps", coalesce(liability.return_cents, 0) as "returnCents",
         (sum(coalesce(liability.stake_cents, 0)) over (partition by market.id))::bigint as "marketStakeCents",
         market.is_kept or exists (
           select from sportsbook_market other
            where other.fixture_id = market.fixture_id and other.type like '%.each_way') as "isKept"
    from touched
    join sportsbook_market market
      on market.id = touched.market_id and market.status in ('open', 'suspended') and market.selections is null
    join sportsbook_outcome outcome on outcome.market_id = market.id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_liability liability on liability.outcome_id = outcome.id
   order by market.fixture_id, outcome.id`

/** Locks these fixtures against bets and feeds until the transaction ends, in ascending order of id. */
export const lockFixturesToMovePrices = async (tx: Tx, fixtureIds: readonly number[]): Promise<void> => {
  await tx`
    select pg_advisory_xact_lock(${FIXTURE_LOCKS}::integer, (id % 2147483648)::integer)
      from (select id from unnest(${fixtureIds}::bigint[]) as row (id) order by id) as fixture`
  await tx`
    select id from sportsbook_fixture where id = any(${fixtureIds}::bigint[]) order by id for update`
}

export const updateShortened = (tx: Tx, outcomeIds: readonly number[], bps: readonly number[]) => tx`
  update sportsbook_outcome outcome set shortened_bps = row.bps
    from unnest(${outcomeIds}::bigint[], ${bps}::smallint[]) as row (id, bps)
   where outcome.id = row.id`

/** Sets whether an operator fixes the prices of a market; no row if it does not exist. */
export const updateKept = (tx: Tx, marketId: number, isKept: boolean) => tx<{ fixtureId: number }[]>`
  update sportsbook_market set is_kept = ${isKept}
   where id = ${marketId} and selections is null
  returning fixture_id as "fixtureId"`
