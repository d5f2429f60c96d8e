import {
  type CsvResultFile,
  type RowProblem,
  type ImportedResult,
  fieldsOf,
  LONGEST_NAME,
} from './result-file.ts'
import { instantOfLocal } from '../../../platform/local-time.ts'
import type { Pair } from '../../../sportsbook/index.ts'

/** One line of a file of fixtures and results. */
export type ResultLine = {
  line: number
  season: string
  key: string
  home: string
  away: string
  startsAt: Date
  score: Pair | null
  halfTime: Pair | null
  isPostponed: boolean
}

/** The file does not name its competition. */
export const COMPETITION = 'Campeonato Brasileiro Série A'

const LEAGUE_COLUMNS = 'season,round,date,time,home,away,ft_home,ft_away,ht_home,ht_away,note'
/** The zone of the file's local kick-off times. */
const ZONE = 'America/Sao_Paulo'
/** More lines than ten seasons of a league: a bigger file is not a fixture list. */
const MAX_LINES = 8000

/** Parses a file of fixtures and results, or says what is wrong with each bad line. */
export function readResultsFile(
  text: string,
): { ok: true; lines: ResultLine[] } | { ok: false; problems: RowProblem[] } {
  const [header = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (header !== LEAGUE_COLUMNS) return wrong(1, `the first line must be "${LEAGUE_COLUMNS}"`)
  if (rest.length > MAX_LINES) return wrong(MAX_LINES + 2, `a file has at most ${MAX_LINES} lines`)
  const read = rest
    .map((content, at) => ({ content, line: at + 2 }))
    .filter(({ content }) => content.trim() !== '')
    .map(({ content, line }) => readLine(content, line))
  const problems = read.filter((one): one is RowProblem => 'problem' in one)
  const lines = read.filter((one): one is ResultLine => !('problem' in one))
  const all = [...problems, ...repeated(lines)].toSorted((one, other) => one.line - other.line)
  if (lines.length === 0 && all.length === 0) return wrong(2, 'the file has no fixtures')
  return all.length > 0 ? { ok: false, problems: all } : { ok: true, lines }
}

const wrong = (line: number, problem: string) => ({ ok: false as const, problems: [{ line, problem }] })

function repeated(lines: readonly ResultLine[]): RowProblem[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ key, line, home, away }) => {
    const before = first.get(key)
    if (before === undefined) first.set(key, line)
    return before === undefined
      ? []
      : [{ line, problem: `${home} against ${away} stands in line ${before} already` }]
  })
}

function readLine(content: string, line: number): ResultLine | RowProblem {
  const fields = fieldsOf(content)
  if (fields.length !== LEAGUE_COLUMNS.split(',').length) {
    return {
      line,
      problem: `${LEAGUE_COLUMNS.split(',').length} fields are needed, there are ${fields.length}`,
    }
  }
  const [season = '', , date = '', time = '', home = '', away = '', ...rest] = fields
  const [ftHome = '', ftAway = '', htHome = '', htAway = '', note = ''] = rest
  const problem = (what: string): RowProblem => ({ line, problem: what })
  if (!/^\d{4}$/.test(season)) return problem(`season "${season}" is not a year`)
  const startsAt = instantOfLocal(date, time, ZONE)
  if (!startsAt) return problem(`"${date} ${time}" is not a date and time such as 2026-11-21 18:30`)
  for (const name of [home, away]) {
    if (name === '' || name.length > LONGEST_NAME) return problem(`"${name}" is not the name of a team`)
  }
  if (home === away) return problem(`${home} cannot play against itself`)
  const score = pairOf(ftHome, ftAway)
  const halfTime = pairOf(htHome, htAway)
  if (score === undefined) return problem(`"${ftHome}" and "${ftAway}" are not a final score`)
  if (halfTime === undefined) return problem(`"${htHome}" and "${htAway}" are not a half-time score`)
  if (halfTime && !score) return problem('a half-time score needs a final score')
  if (halfTime && score && (halfTime.home > score.home || halfTime.away > score.away)) {
    return problem('more goals at half-time than at the end')
  }
  const key = `${season}:${home}:${away}`
  return {
    line,
    key,
    season,
    home,
    away,
    startsAt,
    score,
    halfTime,
    isPostponed: note === 'postponed' && !score,
  }
}

/** Two counts; null if both are empty, undefined if they are not counts. */
function pairOf(home: string, away: string): Pair | null | undefined {
  if (home === '' && away === '') return null
  const isCount = (text: string) => /^\d{1,2}$/.test(text)
  return isCount(home) && isCount(away) ? { home: Number(home), away: Number(away) } : undefined
}

/** The results of a league's fixture file, with the keys of its fixtures. */
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
