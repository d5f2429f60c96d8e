import type { Sql } from '../../platform/db/index.ts'

export type NamedRow = {
  id: number
  sport: string
  competition: string
  title: string | null
  names: string[]
  /** In play, or the day of the house on which it starts; 0 is today. */
  isLive: boolean
  day: number
}

/** More fixtures than twelve sports have in a week; the search reads no further. */
const MAX_NAMED = 10_000
const DAYS = 8

/** What can be found: fixtures in play or to start within the week, with every name they go by. */
export const selectNamed = (sql: Sql) => sql<NamedRow[]>`
  with bounds as (
    select date_trunc('day', now() at time zone 'America/Sao_Paulo') as today
  )
  select fixture.id, competition.sport, competition.name as competition, fixture.title,
         array(select participant.name
                 from sportsbook_fixture_participant entry
                 join sportsbook_participant participant on participant.id = entry.participant_id
                where entry.fixture_id = fixture.id
                order by entry.place) as names,
         fixture.match_status between 1 and 5 as "isLive",
         (fixture.starts_at at time zone 'America/Sao_Paulo')::date - bounds.today::date as day
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
    cross join bounds
   where fixture.match_status between 1 and 5
      or (fixture.match_status = 0 and fixture.starts_at > now()
          and fixture.starts_at < (bounds.today + make_interval(days => ${DAYS})) at time zone 'America/Sao_Paulo')
   order by fixture.match_status = 0, fixture.starts_at, fixture.id
   limit ${MAX_NAMED}`

/** Fixtures in play of all sports: the first of each, then the second of each, up to so many. */
export const selectLiveInTurn = (sql: Sql, limit: number) => sql<{ id: number }[]>`
  select live.id
    from (select fixture.id, competition.sport,
                 row_number() over (partition by competition.sport order by fixture.starts_at, fixture.id) as turn
            from sportsbook_fixture fixture
            join sportsbook_competition competition on competition.id = fixture.competition_id
           where fixture.match_status between 1 and 5) live
   order by live.turn, live.sport
   limit ${limit}`
