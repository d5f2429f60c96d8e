import type { Sql } from '../../../platform/db/index.ts'

export type OpenOutright = {
  key: string
  competitionId: number
  season: string
  participants: { place: number; name: string }[]
}

/**
 * Outrights of the simulator whose season is over by this moment: its last day has passed and each of its matches has
 * ended; or all that are open.
 */
export const selectOpenOutrights = (sql: Sql, at: Date, isCut: boolean) => sql<OpenOutright[]>`
  select fixture.feed_key as key, fixture.competition_id as "competitionId", fixture.season,
         (select json_agg(json_build_object('place', entry.place, 'name', participant.name) order by entry.place)
            from sportsbook_fixture_participant entry
            join sportsbook_participant participant on participant.id = entry.participant_id
           where entry.fixture_id = fixture.id) as participants
    from sportsbook_fixture fixture
   where fixture.is_outright and fixture.feed = 'simulator' and fixture.match_status = 0
     and (${isCut}::boolean
          or (fixture.starts_at <= ${at}::timestamptz - interval '1 day'
              and not exists (
                select from sportsbook_fixture other
                 where other.competition_id = fixture.competition_id and other.season = fixture.season
                   and not other.is_outright and (other.match_status between 0 and 5 or other.match_status in (-11, -13)))))
   order by fixture.id`

/**
 * The matches of a season that have ended, by the feed's keys, its competition, null before the first fixture, and whether
 * a match of it is being played.
 */
export const selectEnded = async (
  sql: Sql,
  { sport, competition, season }: { sport: string; competition: string; season: string },
): Promise<{ id: number | null; keys: string[]; isInPlay: boolean }> => {
  const rows = await sql<{ id: number; keys: string[]; isInPlay: boolean }[]>`
    select competition.id,
           array(select feed_key from sportsbook_fixture
                  where competition_id = competition.id and season = ${season} and not is_outright
                    and match_status < 0 and match_status not in (-11, -13)) as keys,
           exists (select from sportsbook_fixture
                    where competition_id = competition.id and match_status between 1 and 5) as "isInPlay"
      from sportsbook_competition competition
     where competition.sport = ${sport} and competition.name = ${competition}`
  return rows[0] ?? { id: null, keys: [], isInPlay: false }
}
