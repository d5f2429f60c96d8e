import type { SportState } from '@palpite/contract'
import type { Tx } from '../../platform/db/index.ts'

export type StoodRow = {
  key: string
  sport: string
  matchStatus: number
  state: SportState | null
  homeId: string | null
}

/** How these fixtures of a feed stand, by the feed's keys. */
export const selectStood = (tx: Tx, feed: string, keys: readonly string[]) => tx<StoodRow[]>`
  select fixture.feed_key as key, competition.sport, fixture.match_status as "matchStatus", fixture.state,
         home.feed_id as "homeId"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_fixture_participant home on home.fixture_id = fixture.id and home.place = 1
   where fixture.feed = ${feed} and fixture.feed_key = any(${keys}::text[])`

/** The keys of a feed's fixtures that have a market open to bets. */
export const selectOpenKeys = async (tx: Tx, feed: string): Promise<string[]> => {
  const rows = await tx<{ key: string }[]>`
    select fixture.feed_key as key
      from sportsbook_fixture fixture
     where fixture.feed = ${feed} and fixture.match_status between 0 and 5
       and exists (
         select from sportsbook_market market
          where market.fixture_id = fixture.id and sportsbook_told_status(market, fixture) = 'open')
     order by fixture.id`
  return rows.map(({ key }) => key)
}
