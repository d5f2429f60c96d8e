import { periodMatchState, type Points } from '@palpite/odds'
import { expectedGoals, fitStrengths, lineShares, type PlayedMatch } from '@palpite/odds/football'
import { baseballEnds, homePointsChance, pointsEnds } from '@palpite/odds/models'
import { frequencies, qualityOf, type Forecast, type Quality } from './quality.ts'
import { dayOf, numberIn, readRows, textIn, type Row } from './rows.ts'
import { nothingSettled, settleAll, type Settled } from './settle-all.ts'

const QUARTERS = ['1st', '2nd', '3rd', '4th'] as const

const quartersOf = (row: Row): Points[] =>
  QUARTERS.map((name) => ({ home: numberIn(row, `home_${name}Qtr`), away: numberIn(row, `away_${name}Qtr`) }))

const sumOf = (points: readonly Points[], side: keyof Points): number =>
  points.reduce((sum, one) => sum + one[side], 0)

/** Every match of the NFL file on all markets its quarters decide, including ties. */
export const settleAmericanFootball = (folder: string): Settled => {
  const settled = nothingSettled()
  for (const row of readRows(`${folder}/american_football_nfl_2018_21_odds.csv`)) {
    const periods = quartersOf(row)
    const extra = {
      home: numberIn(row, 'home_final') - sumOf(periods, 'home'),
      away: numberIn(row, 'away_final') - sumOf(periods, 'away'),
    }
    settleAll(
      periodMatchState({ sport: 'american_football', stat: 'points', ending: 'finished', periods, extra }),
      settled,
    )
  }
  return settled
}

/** The season 2021 from the closing line: before the match, at half-time and after three quarters. */
export const americanFootballQuality = (folder: string): Quality[] => {
  const rows = readRows(`${folder}/american_football_nfl_2018_21_odds.csv`)
  const margin = (row: Row): number => numberIn(row, 'home_final') - numberIn(row, 'away_final')
  const before = rows.filter((row) => textIn(row, 'season') !== '2021' && margin(row) !== 0)
  const forecasts: Forecast[][] = [[], [], []]
  const overs: Forecast[] = []
  for (const row of rows.filter((one) => textIn(one, 'season') === '2021' && margin(one) !== 0)) {
    const total = numberIn(row, 'close_over_under')
    const expected = { margin: -numberIn(row, 'home_close_spread'), total }
    const quarters = quartersOf(row)
    for (const [place, played] of [0, 2, 3].entries()) {
      const done = quarters.slice(0, played)
      const score = { home: sumOf(done, 'home'), away: sumOf(done, 'away') }
      const chance = homePointsChance({ sport: 'american_football', expected, left: 1 - played / 4, score })
      forecasts[place]?.push({ chances: [chance, 1 - chance], happened: margin(row) > 0 ? 0 : 1 })
      if (played === 2) overs.push(...overAt(row, { expected, score }))
    }
  }
  const base = frequencies(
    before.map((row) => (margin(row) > 0 ? 0 : 1)),
    2,
  )
  const names = ['before the match', 'at half-time', 'after three quarters']
  return [
    ...names.map((name, place) => qualityOf(`NFL 2021, winner ${name}`, forecasts[place] ?? [], base)),
    qualityOf('NFL 2021, closing total at half-time', overs, [0.5, 0.5]),
  ]
}

type Expected = { readonly expected: { margin: number; total: number }; readonly score: Points }

const overAt = (row: Row, { expected, score }: Expected): Forecast[] => {
  const final = numberIn(row, 'home_final') + numberIn(row, 'away_final')
  if (final === expected.total) return []
  const { all } = pointsEnds({ sport: 'american_football', expected, left: 0.5, score })
  const { won, lost } = lineShares(all.totals, all.totalFrom, Math.round(expected.total * 4))
  return [{ chances: [won / (won + lost), lost / (won + lost)], happened: final > expected.total ? 0 : 1 }]
}

/** "12040230x": runs in each inning; two digits stand in brackets; x is a half not played. */
const inningsOf = (line: string): number[] =>
  Array.from(line.matchAll(/\((\d+)\)|(\d)|x/g), ([, long, short]) => Number(long ?? short ?? 0))

/** Every nine-inning match of the MLB file on all markets its line score decides. */
export const settleBaseball = (folder: string): Settled => {
  const settled = nothingSettled()
  for (const row of readRows(`${folder}/baseball_mlb_2019_retrosheet.csv`)) {
    const [home, away] = [inningsOf(textIn(row, 'home_line')), inningsOf(textIn(row, 'visitor_line'))]
    const at = (inning: number): Points => ({ home: home[inning] ?? 0, away: away[inning] ?? 0 })
    const isShort = away.length < 9
    const periods = Array.from({ length: Math.min(9, away.length) }, (_, inning) => at(inning))
    const further = Array.from({ length: Math.max(0, away.length - 9) }, (_, inning) => at(inning + 9))
    const extra = { home: sumOf(further, 'home'), away: sumOf(further, 'away') }
    settleAll(
      periodMatchState({
        sport: 'baseball',
        stat: 'runs',
        ending: isShort ? 'shortened' : 'finished',
        periods,
        ...(further.length > 0 ? { extra } : {}),
      }),
      settled,
    )
  }
  return settled
}

const TRAINED = 600

/**
 * The last 300 matches from the first 600: expected runs from team strengths, before the match and after five innings.
 */
export const baseballQuality = (folder: string): Quality[] => {
  const rows = readRows(`${folder}/baseball_mlb_2019_retrosheet.csv`)
  const homeWon = (row: Row): boolean => numberIn(row, 'home_runs') > numberIn(row, 'visitor_runs')
  const lastDay = dayOf(textIn(rows[TRAINED] ?? {}, 'date'))
  const trained = rows.slice(0, TRAINED).map((row): PlayedMatch => ({
    home: textIn(row, 'home'),
    away: textIn(row, 'visitor'),
    homeGoals: numberIn(row, 'home_runs'),
    awayGoals: numberIn(row, 'visitor_runs'),
    daysAgo: lastDay - dayOf(textIn(row, 'date')),
  }))
  const strengths = fitStrengths(trained, { halfLifeDays: 365, priorGoals: 250 })
  const forecasts: [Forecast[], Forecast[]] = [[], []]
  for (const row of rows.slice(TRAINED)) {
    const expected = expectedGoals(strengths, textIn(row, 'home'), textIn(row, 'visitor'))
    const afterFive = { home: numberIn(row, 'h_f5'), away: numberIn(row, 'v_f5') }
    const fresh = baseballEnds({ expected, runs: { home: 0, away: 0 }, halvesPlayed: 0 }).homeWins
    const later = baseballEnds({ expected, runs: afterFive, halvesPlayed: 10 }).homeWins
    for (const [place, chance] of [fresh, later].entries()) {
      forecasts[place]?.push({ chances: [chance, 1 - chance], happened: homeWon(row) ? 0 : 1 })
    }
  }
  const base = frequencies(
    rows.slice(0, TRAINED).map((row) => (homeWon(row) ? 0 : 1)),
    2,
  )
  return [
    qualityOf('MLB 2019 from match 600, winner before the match', forecasts[0], base),
    qualityOf('MLB 2019 from match 600, winner after five innings', forecasts[1], base),
  ]
}
