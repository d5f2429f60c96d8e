import {
  csvFile,
  type ImportedResult,
  countIn,
  instantIn,
  nameIn,
  type Row,
  textIn,
  wrongRow,
} from './result-file.ts'

const QUARTERS = ['1st', '2nd', '3rd', '4th'] as const

const columns =
  'date,season,home_team,away_team,home_1stQtr,away_1stQtr,home_2ndQtr,away_2ndQtr,home_3rdQtr,away_3rdQtr,home_4thQtr,away_4thQtr,home_final,away_final,home_close_ml,away_close_ml,home_open_spread,away_open_spread,home_close_spread,away_close_spread,home_2H_spread,away_2H_spread,2H_total,open_over_under,close_over_under'

/** NFL matches by quarters. The file has no times: matches start with their day. */
export const americanFootball = csvFile(columns, resultOf)

function resultOf(row: Row): ImportedResult {
  const periods = QUARTERS.map((name): [number, number] => [
    countIn(row, `home_${name}Qtr`),
    countIn(row, `away_${name}Qtr`),
  ])
  const home = nameIn(row, 'home_team')
  const away = nameIn(row, 'away_team')
  return {
    line: row.line,
    key: `nfl:${textIn(row, 'date')}:${home}:${away}`,
    sport: 'american_football',
    competition: 'NFL',
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt: instantIn(row, 'date'),
    state: {
      family: 'quarters',
      periods,
      isBreak: false,
      overtime: overtimeOf(row, periods),
      secondsLeft: null,
      ball: null,
    },
  }
}

/** The points beyond the quarters; a match level after four had an overtime, even without points. */
function overtimeOf(row: Row, periods: readonly [number, number][]): [number, number] | null {
  const regular = periods.reduce(([home, away], one) => [home + one[0], away + one[1]], [0, 0])
  const [home, away] = [countIn(row, 'home_final') - regular[0], countIn(row, 'away_final') - regular[1]]
  const isLevel = regular[0] === regular[1]
  if (home < 0 || away < 0) return wrongRow('the quarters add up to more than the final score')
  if (!isLevel && (home > 0 || away > 0)) return wrongRow('an overtime after quarters that were not level')
  return isLevel ? [home, away] : null
}
