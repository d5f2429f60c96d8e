import type { SportState } from '@palpite/contract'
import type { Tx } from '../../platform/db/index.ts'

type FeedStateRow = {
  key: string
  sport: string
  matchStatus: number
  state: SportState | null
  homeId: string | null
}

/** The state of these fixtures of a feed, by the feed's keys. */
export const selectFeedStates = (tx: Tx, feed: string, keys: readonly string[]) => tx<FeedStateRow[]>`
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

type PlayedRow = { home: string; away: string; homeGoals: number; awayGoals: number; startsAt: Date }

/** All results of a competition imported so far. */
export const selectPlayed = (tx: Tx, sport: string, competition: string) => tx<PlayedRow[]>`
  select home.name as home, away.name as away, (fixture.state -> 'score' ->> 0)::integer as "homeGoals",
         (fixture.state -> 'score' ->> 1)::integer as "awayGoals", fixture.starts_at as "startsAt"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    join sportsbook_fixture_participant first on first.fixture_id = fixture.id and first.place = 1
    join sportsbook_fixture_participant second on second.fixture_id = fixture.id and second.place = 2
    join sportsbook_participant home on home.id = first.participant_id
    join sportsbook_participant away on away.id = second.participant_id
   where fixture.feed = 'importer' and fixture.match_status = -1
     and competition.sport = ${sport} and competition.name = ${competition}
   order by fixture.starts_at, fixture.feed_key`

type LevelRow = { base: number; homeAdvantage: number; rho: number }

export const updateLevel = (tx: Tx, sport: string, competition: string, level: LevelRow) => tx`
  update sportsbook_competition
     set base_goals = ${level.base}, home_advantage = ${level.homeAdvantage}, rho = ${level.rho}
   where sport = ${sport} and name = ${competition}`

type StrengthColumns = { teams: string[]; attacks: number[]; concessions: number[] }

export const upsertStrengths = (tx: Tx, sport: string, competition: string, columns: StrengthColumns) => tx`
  insert into sportsbook_strength (competition_id, participant_id, attack, concession)
  select competition.id, team.id, row.attack, row.concession
    from unnest(${columns.teams}::text[], ${columns.attacks}::float8[], ${columns.concessions}::float8[])
      as row (team, attack, concession)
    join sportsbook_competition competition
      on competition.sport = ${sport} and competition.name = ${competition}
    join sportsbook_participant team on team.sport = ${sport} and team.name = row.team
   order by team.id
  on conflict (competition_id, participant_id) do update
     set attack = excluded.attack, concession = excluded.concession`
