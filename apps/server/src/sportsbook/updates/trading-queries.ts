import type { Sql, Tx } from '../../platform/db/index.ts'

/** A fixture as traders see it beside what everybody does. */
export type TradedRow = { fixtureId: number; feed: string; isSuspended: boolean }

/** Fixtures of a sport that are played or begin within three days, those that are played first. */
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

/** The markets of these fixtures that an operator has suspended by themselves. */
export const selectSuspendedMarkets = (sql: Sql, fixtureIds: readonly number[]) => sql<
  { fixtureId: number; marketId: number }[]
>`
  select fixture_id as "fixtureId", id as "marketId"
    from sportsbook_market
   where fixture_id = any(${fixtureIds}::bigint[]) and is_suspended`

export const selectFixturesOfMarkets = (sql: Sql, marketIds: readonly number[]) => sql<
  { fixtureId: number }[]
>`
  select distinct fixture_id as "fixtureId" from sportsbook_market where id = any(${marketIds}::bigint[])`

/** Suspends or reopens these fixtures, which are locked; answers those that stood otherwise. */
export const updateSuspendedFixtures = (tx: Tx, ids: readonly number[], isSuspended: boolean) => tx<
  { fixtureId: number }[]
>`
  update sportsbook_fixture set is_suspended = ${isSuspended}
   where id = any(${ids}::bigint[]) and is_suspended <> ${isSuspended}
  returning id as "fixtureId"`

/** Suspends or reopens these markets, whose fixtures are locked; answers those that stood otherwise. A bet builder follows its selections. */
export const updateSuspendedMarkets = (tx: Tx, ids: readonly number[], isSuspended: boolean) => tx<
  { fixtureId: number; marketId: number }[]
>`
  update sportsbook_market set is_suspended = ${isSuspended}
   where id = any(${ids}::bigint[]) and is_suspended <> ${isSuspended} and selections is null
  returning fixture_id as "fixtureId", id as "marketId"`
