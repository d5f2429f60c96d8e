import type { CsvResultFile, ImportedResult } from './result-file.ts'
import { countIn, nameIn, readEach, type Row, rowsOf, textIn, wrongRow } from './rows.ts'

const columns =
  'tourney_year_id,tourney_slug,tourney_round_name,winner_name,loser_name,winner_seed,loser_seed,match_score_tiebreaks,winner_sets_won,loser_sets_won,winner_games_won,loser_games_won,winner_tiebreaks_won,loser_tiebreaks_won,match_id'

/** Played as the best of five sets; everything else is the best of three. */
const FIVE_SETS = ['australian-open', 'roland-garros', 'wimbledon', 'us-open']

/**
 * Matches of the ATP by sets. The file names the winner first, so home is whoever won; it has a year and no dates, so
 * that all begin with their year.
 */
export const tennis: CsvResultFile = {
  columns,
  read: (text) => {
    const { rows, problems } = rowsOf(text, columns)
    const read = readEach(rows, resultOf)
    return { results: read.values, problems: [...problems, ...read.problems] }
  },
}

function resultOf(row: Row): ImportedResult {
  const slug = nameIn(row, 'tourney_slug')
  const written = textIn(row, 'match_score_tiebreaks')
  const ending = written.includes('W/O') ? 'walkover' : written.includes('RET') ? 'retired' : undefined
  const sets = setsOf(written)
  const won = sets.filter(([home, away]) => home > away).length
  // Of a match that was played out the sets decide: the file's own count of them is wrong in one line.
  if (!ending && won <= sets.length - won) wrongRow(`"${written}" is not won by the winner`)
  return {
    line: row.line,
    key: `atp:${nameIn(row, 'match_id')}:${nameIn(row, 'tourney_round_name')}`,
    sport: 'tennis',
    competition: `ATP ${slug}`,
    title: null,
    participants: [{ name: nameIn(row, 'winner_name') }, { name: nameIn(row, 'loser_name') }],
    startsAt: yearOf(row),
    state: {
      family: 'sets',
      bestOf: FIVE_SETS.includes(slug) || countIn(row, 'winner_sets_won') === 3 || sets.length > 3 ? 5 : 3,
      sets,
      points: null,
      server: null,
      ...(ending ? { ending } : {}),
      winner: 'home',
    },
  }
}

function yearOf(row: Row): Date {
  const [, year] = /^(\d{4})-/.exec(textIn(row, 'tourney_year_id')) ?? []
  return year === undefined
    ? wrongRow(`"${textIn(row, 'tourney_year_id')}" begins with no year`)
    : new Date(`${year}-01-01T00:00:00Z`)
}

/** "76(9) 108 (RET)" from the winner's side: the games of each set. */
function setsOf(written: string): [number, number][] {
  const tokens = written.split(' ').filter((token) => token !== '' && token !== '(RET)' && token !== '(W/O)')
  return tokens.map((token) => {
    const [, digits] = /^(\d{2,4})(?:\(\d{1,2}\))?$/.exec(token) ?? []
    if (digits === undefined) return wrongRow(`"${token}" is no set`)
    const cut = digits.length === 4 || (digits.length === 3 && digits.startsWith('1')) ? 2 : 1
    return [Number(digits.slice(0, cut)), Number(digits.slice(cut))]
  })
}
