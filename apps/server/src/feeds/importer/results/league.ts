import { COMPETITION, LEAGUE_COLUMNS, readResultsFile, type ResultLine } from '../read-results-file.ts'
import type { CsvResultFile, ImportedResult } from './result-file.ts'

/** The results of a league's file of fixtures, under the keys that its fixtures have. */
export const league: CsvResultFile = {
  columns: LEAGUE_COLUMNS,
  read: (text) => {
    const file = readResultsFile(text)
    return file.ok ? { results: file.lines.flatMap(resultOf), problems: [] } : { results: [], ...file }
  },
}

function resultOf({ line, key, home, away, startsAt, score, halfTime }: ResultLine): ImportedResult[] {
  if (!score) return []
  return [
    {
      line,
      key,
      sport: 'football',
      competition: COMPETITION,
      title: null,
      participants: [{ name: home }, { name: away }],
      startsAt,
      state: {
        family: 'football',
        score: [score.home, score.away],
        halfTime: halfTime && [halfTime.home, halfTime.away],
        corners: null,
        cards: null,
      },
    },
  ]
}
