import type { Tx } from '../../../platform/db/index.ts'

export type PlayedRow = { home: string; away: string; homeGoals: number; awayGoals: number; startsAt: Date }

/** All results of a competition that were imported so far. */
export const selectPlayed = (tx: Tx, sport: string, competition: string) => tx<PlayedRow[]>`
  select home.name as home, away.name as away, fixture.home_score::integer as "homeGoals",
         fixture.away_score::integer as "awayGoals", fixture.starts_at as "startsAt"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    join sportsbook_team home on home.id = fixture.home_team_id
    join sportsbook_team away on away.id = fixture.away_team_id
   where fixture.feed = 'importer' and fixture.match_status = -1
     and competition.sport = ${sport} and competition.name = ${competition}
   order by fixture.starts_at, fixture.feed_key`

export type LevelRow = { base: number; homeAdvantage: number; rho: number }

export const updateLevel = (tx: Tx, sport: string, competition: string, level: LevelRow) => tx`
  update sportsbook_competition
     set base_goals = ${level.base}, home_advantage = ${level.homeAdvantage}, rho = ${level.rho}
   where sport = ${sport} and name = ${competition}`

export type StrengthColumns = { teams: string[]; attacks: number[]; concessions: number[] }

export const upsertStrengths = (tx: Tx, sport: string, competition: string, columns: StrengthColumns) => tx`
  insert into sportsbook_strength (competition_id, team_id, attack, concession)
  select competition.id, team.id, row.attack, row.concession
    from unnest(${columns.teams}::text[], ${columns.attacks}::float8[], ${columns.concessions}::float8[])
      as row (team, attack, concession)
    join sportsbook_competition competition
      on competition.sport = ${sport} and competition.name = ${competition}
    join sportsbook_team team on team.sport = ${sport} and team.name = row.team
   order by team.id
  on conflict (competition_id, team_id) do update
     set attack = excluded.attack, concession = excluded.concession`
