import type { Calls } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import {
  type MeetingRow,
  selectForm,
  selectLastSeason,
  selectSeasonOf,
  selectTable,
} from './league-table-queries.ts'

type Form = Calls['GET /api/app/sportsbook/form/:fixtureId']['data']
type LeagueTable = Calls['GET /api/app/sportsbook/standings']['data']

/** The table of a competition's last season, from its results; empty before the first one. */
export async function readLeagueTable(
  sql: Sql,
  { sport, competition }: { sport: string; competition: string },
): Promise<LeagueTable> {
  const season = await selectLastSeason(sql, sport, competition)
  if (!season) return { season: null, rows: [] }
  return { season: season.season, rows: await selectTable(sql, season.competitionId, season.season) }
}

/** A fixture's form: its season's table, the last results of both sides, and their meetings. */
export async function readForm(sql: Sql, fixtureId: number): Promise<Form | undefined> {
  const season = await selectSeasonOf(sql, fixtureId)
  if (!season) return undefined
  const isMeeting = season.homeId !== null && season.awayId !== null
  const [rows, meetings] = await Promise.all([
    isMeeting ? selectTable(sql, season.competitionId, season.season) : [],
    isMeeting ? selectForm(sql, season) : [],
  ])
  const of = (which: number) => meetings.filter((each) => each.of === which).map(toMeeting)
  return {
    season: season.season,
    table: rows,
    home: of(0),
    away: of(1),
    headToHead: of(2),
  }
}

function toMeeting(row: MeetingRow): Form['home'][number] {
  const { fixtureId, startsAt, home, away, homeScore, awayScore, winner, isHome } = row
  const own = isHome ? 'home' : 'away'
  return {
    fixtureId: String(fixtureId),
    startsAt: startsAt.toISOString(),
    home,
    away,
    homeScore,
    awayScore,
    result: winner === 'draw' ? 'drawn' : winner === own ? 'won' : 'lost',
  }
}
