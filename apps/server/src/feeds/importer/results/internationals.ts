import type { CsvResultFile, ImportedResult } from './result-file.ts'
import { countIn, instantIn, nameIn, readEach, type Row, rowsOf, textIn } from './rows.ts'

const columns = 'date,home_team,away_team,home_score,away_score,tournament,city,country,neutral'

/**
 * Matches between national teams, final scores alone: what a half decides stays open. The file counts the goals of extra
 * time and does not say which matches had one; it is right of all others.
 */
export const internationals: CsvResultFile = {
  columns,
  read: (text) => {
    const { rows, problems } = rowsOf(text, columns)
    const read = readEach(rows, resultOf)
    return { results: read.values, problems: [...problems, ...read.problems] }
  },
}

function resultOf(row: Row): ImportedResult {
  const [home, away] = [nameIn(row, 'home_team'), nameIn(row, 'away_team')]
  const score: [number, number] = [countIn(row, 'home_score'), countIn(row, 'away_score')]
  return {
    line: row.line,
    key: `international:${textIn(row, 'date')}:${home}:${away}`,
    sport: 'football',
    competition: nameIn(row, 'tournament'),
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt: instantIn(row, 'date'),
    state: { family: 'football', score, halfTime: null, corners: null, cards: null },
  }
}
