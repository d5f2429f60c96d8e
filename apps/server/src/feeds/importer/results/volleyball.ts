import type { CsvResultFile, ImportedResult } from './result-file.ts'
import { countIn, nameIn, readEach, type Row, rowsOf, textIn, wrongRow } from './rows.ts'

const columns =
  'league,season,match_id,stage,datetime_utc,home,away,sets_home,sets_away,duration_min,s1_home,s1_away,s2_home,s2_away,s3_home,s3_away,s4_home,s4_away,s5_home,s5_away'

/** Matches of the volleyball Bundesliga by the points of each set. */
export const volleyball: CsvResultFile = {
  columns,
  read: (text) => {
    const { rows, problems } = rowsOf(text, columns)
    const read = readEach(rows, resultOf)
    return { results: read.values, problems: [...problems, ...read.problems] }
  },
}

function resultOf(row: Row): ImportedResult {
  const league = nameIn(row, 'league')
  const sets = [1, 2, 3, 4, 5]
    .filter((set) => textIn(row, `s${set}_home`) !== '')
    .map((set): [number, number] => [countIn(row, `s${set}_home`), countIn(row, `s${set}_away`)])
  const won = sets.filter(([home, away]) => home > away).length
  if (won !== countIn(row, 'sets_home') || sets.length - won !== countIn(row, 'sets_away'))
    wrongRow('the sets are not those that were won')
  return {
    line: row.line,
    key: `vbl:${league}:${nameIn(row, 'season')}:${nameIn(row, 'stage')}:${nameIn(row, 'match_id')}`,
    sport: 'volleyball',
    competition: `Volleyball-Bundesliga ${league}`,
    title: null,
    participants: [{ name: nameIn(row, 'home') }, { name: nameIn(row, 'away') }],
    startsAt: startOf(row),
    state: { family: 'sets', bestOf: 5, sets, points: null, server: null },
  }
}

function startOf(row: Row): Date {
  const written = textIn(row, 'datetime_utc')
  const at = new Date(`${written.replace(' ', 'T')}:00Z`)
  const fits = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(written) && !Number.isNaN(at.getTime())
  return fits ? at : wrongRow(`"${written}" is no date and time`)
}
