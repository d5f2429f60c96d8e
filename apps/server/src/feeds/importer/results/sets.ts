import { csvFile, type ImportedResult, countIn, nameIn, type Row, textIn, wrongRow } from './result-file.ts'

const tennisColumns =
  'tourney_year_id,tourney_slug,tourney_round_name,winner_name,loser_name,winner_seed,loser_seed,match_score_tiebreaks,winner_sets_won,loser_sets_won,winner_games_won,loser_games_won,winner_tiebreaks_won,loser_tiebreaks_won,match_id'

/** Played as the best of five sets; everything else is the best of three. */
const FIVE_SETS = ['australian-open', 'roland-garros', 'wimbledon', 'us-open']

/**
 * ATP matches by sets. The file names the winner first, so home is the winner; it has a year and no dates, so all
 * start with their year.
 */
export const tennis = csvFile(tennisColumns, tennisResult)

function tennisResult(row: Row): ImportedResult {
  const slug = nameIn(row, 'tourney_slug')
  const written = textIn(row, 'match_score_tiebreaks')
  const ending = written.includes('W/O') ? 'walkover' : written.includes('RET') ? 'retired' : undefined
  const sets = setsOf(written)
  const won = sets.filter(([home, away]) => home > away).length
  // In a completed match the sets decide: the file's own count of sets is wrong in one line.
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

/** "76(9) 108 (RET)": the games of each set, winner's first. */
function setsOf(written: string): [number, number][] {
  const tokens = written.split(' ').filter((token) => token !== '' && token !== '(RET)' && token !== '(W/O)')
  return tokens.map((token) => {
    const [, digits] = /^(\d{2,4})(?:\(\d{1,2}\))?$/.exec(token) ?? []
    if (digits === undefined) return wrongRow(`"${token}" is no set`)
    const cut = digits.length === 4 || (digits.length === 3 && digits.startsWith('1')) ? 2 : 1
    return [Number(digits.slice(0, cut)), Number(digits.slice(cut))]
  })
}

const volleyballColumns =
  'league,season,match_id,stage,datetime_utc,home,away,sets_home,sets_away,duration_min,s1_home,s1_away,s2_home,s2_away,s3_home,s3_away,s4_home,s4_away,s5_home,s5_away'

/** Volleyball Bundesliga matches by the points of each set. */
export const volleyball = csvFile(volleyballColumns, volleyballResult)

function volleyballResult(row: Row): ImportedResult {
  const league = nameIn(row, 'league')
  const sets = [1, 2, 3, 4, 5]
    .filter((set) => textIn(row, `s${set}_home`) !== '')
    .map((set): [number, number] => [countIn(row, `s${set}_home`), countIn(row, `s${set}_away`)])
  const won = sets.filter(([home, away]) => home > away).length
  if (won !== countIn(row, 'sets_home') || sets.length - won !== countIn(row, 'sets_away'))
    wrongRow('the points do not match the sets won')
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
