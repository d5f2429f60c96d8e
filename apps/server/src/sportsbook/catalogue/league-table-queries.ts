import type { Sql } from '../../platform/db/index.ts'

/** A season of a competition, by a fixture of it, and its two sides: none in a race. */
export type SeasonRow = {
  sport: string
  competition: string
  competitionId: number
  season: string
  homeId: number | null
  awayId: number | null
  startsAt: Date
}

export const selectSeasonOf = async (sql: Sql, fixtureId: number): Promise<SeasonRow | undefined> => {
  const rows = await sql<SeasonRow[]>`
    select competition.sport, competition.name as competition, competition.id as "competitionId", fixture.season,
           home.participant_id as "homeId", away.participant_id as "awayId", fixture.starts_at as "startsAt"
      from sportsbook_fixture fixture
      join sportsbook_competition competition on competition.id = fixture.competition_id
      left join sportsbook_fixture_participant home
        on competition.sport <> 'racing' and not fixture.is_outright and home.fixture_id = fixture.id and home.place = 1
      left join sportsbook_fixture_participant away
        on competition.sport <> 'racing' and not fixture.is_outright and away.fixture_id = fixture.id and away.place = 2
     where fixture.id = ${fixtureId}`
  return rows[0]
}

/** The last known season of a competition. */
export const selectLastSeason = async (
  sql: Sql,
  sport: string,
  competition: string,
): Promise<{ competitionId: number; season: string } | undefined> => {
  const rows = await sql<{ competitionId: number; season: string }[]>`
    select competition.id as "competitionId", fixture.season
      from sportsbook_competition competition
      join sportsbook_fixture fixture on fixture.competition_id = competition.id
     where competition.sport = ${sport} and competition.name = ${competition}
     order by fixture.winner is null, fixture.starts_at desc
     limit 1`
  return rows[0]
}

export type TableRow = {
  rank: number
  name: string
  played: number
  won: number
  drawn: number
  lost: number
  scored: number
  conceded: number
  points: number
}

const MAX_ROWS = 60

/**
 * The table of a season, from its results. In football a win brings three points and a draw one; elsewhere wins
 * count. Level on points, the score difference decides, then the scores.
 */
export const selectTable = (sql: Sql, competitionId: number, season: string) => sql<TableRow[]>`
  with result as (
    select entry.participant_id, competition.sport, fixture.winner = 'draw' as is_drawn,
           fixture.winner = case entry.place when 1 then 'home' else 'away' end as is_won,
           case entry.place when 1 then fixture.home_score else fixture.away_score end as own,
           case entry.place when 1 then fixture.away_score else fixture.home_score end as other
      from sportsbook_fixture fixture
      join sportsbook_competition competition on competition.id = fixture.competition_id
      join sportsbook_fixture_participant entry on entry.fixture_id = fixture.id
     where fixture.competition_id = ${competitionId} and fixture.season = ${season} and fixture.winner is not null
  ), summed as (
    select participant_id, count(*) as played, count(*) filter (where is_won) as won,
           count(*) filter (where is_drawn) as drawn, coalesce(sum(own), 0) as scored,
           coalesce(sum(other), 0) as conceded,
           sum(case when is_won then case sport when 'football' then 3 else 1 end
                    when is_drawn and sport = 'football' then 1 else 0 end) as points
      from result group by participant_id
  )
  select rank() over (order by points desc, scored - conceded desc, scored desc)::integer as rank,
         participant.name, played::integer, won::integer, drawn::integer, (played - won - drawn)::integer as lost,
         scored::integer, conceded::integer, points::integer
    from summed join sportsbook_participant participant on participant.id = summed.participant_id
   order by rank, participant.name
   limit ${MAX_ROWS}`

export type MeetingRow = {
  /** The form's side: 0 home, 1 away, 2 their meetings. */
  of: number
  fixtureId: number
  startsAt: Date
  home: string
  away: string
  homeScore: number | null
  awayScore: number | null
  winner: 'home' | 'draw' | 'away'
  /** Whether the side in question was at home. */
  isHome: boolean
}

/** How many results make a form. */
const FORM = 5

/** The last results of each side before this moment, and their meetings, latest first. */
export const selectForm = (sql: Sql, { homeId, awayId, startsAt }: SeasonRow) => sql<MeetingRow[]>`
  select asked.of, fixture.id as "fixtureId", fixture.starts_at as "startsAt", home.name as home, away.name as away,
         fixture.home_score as "homeScore", fixture.away_score as "awayScore", fixture.winner,
         fixture.place = 1 as "isHome"
    from (values (0, ${homeId}::bigint, null::bigint), (1, ${awayId}::bigint, null),
                 (2, ${homeId}::bigint, ${awayId}::bigint)) as asked (of, one, other)
   cross join lateral (
     select fixture.*, own.place
       from sportsbook_fixture_participant own
       join sportsbook_fixture fixture on fixture.id = own.fixture_id
      where own.participant_id = asked.one and fixture.winner is not null and fixture.starts_at < ${startsAt}
        and (asked.other is null or exists (
              select from sportsbook_fixture_participant met
               where met.fixture_id = fixture.id and met.participant_id = asked.other))
      order by fixture.starts_at desc, fixture.id desc
      limit ${FORM}) fixture
    join sportsbook_fixture_participant first on first.fixture_id = fixture.id and first.place = 1
    join sportsbook_participant home on home.id = first.participant_id
    join sportsbook_fixture_participant second on second.fixture_id = fixture.id and second.place = 2
    join sportsbook_participant away on away.id = second.participant_id
   order by asked.of, fixture.starts_at desc, fixture.id desc`
