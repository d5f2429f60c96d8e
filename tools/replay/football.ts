import { readFileSync } from 'node:fs'
import { periodMatchState, type MatchState } from '@palpite/odds'
import {
  expectedGoals,
  fitStrengths,
  gridCounts,
  lineShares,
  matchGrids,
  resultChances,
  type FootballState,
  type PlayedMatch,
  type TeamStrengths,
} from '@palpite/odds/football'
import { frequencies, qualityOf, type Forecast, type Quality } from './quality.ts'
import { dayOf, numberIn, readRows, textIn, type Row } from './rows.ts'
import { nothingSettled, settleAll, type Settled } from './settle-all.ts'

type Played = PlayedMatch & {
  readonly day: number
  readonly season: string
  readonly half: { home: number; away: number }
}

const playedIn = (rows: readonly Row[]): Played[] =>
  rows
    .map((row) => ({
      season: textIn(row, 'season'),
      day: dayOf(textIn(row, 'date')),
      home: textIn(row, 'home'),
      away: textIn(row, 'away'),
      homeGoals: numberIn(row, 'ft_home'),
      awayGoals: numberIn(row, 'ft_away'),
      half: { home: numberIn(row, 'ht_home'), away: numberIn(row, 'ht_away') },
      daysAgo: 0,
    }))
    .filter((match) => Number.isFinite(match.homeGoals) && Number.isFinite(match.half.home))
    .toSorted((a, b) => a.day - b.day)

const footballState = (home: readonly number[], away: readonly number[]): MatchState =>
  periodMatchState({
    sport: 'football',
    stat: 'goals',
    ending: 'finished',
    periods: home.map((goals, half) => ({ home: goals, away: away[half] ?? 0 })),
  })

/** Every played match of the Série A, and every match of three World Cups, on all markets their scores decide. */
export const settleFootball = (folder: string): { serieA: Settled; worldCup: Settled } => {
  const serieA = nothingSettled()
  for (const { half, homeGoals, awayGoals } of playedIn(readRows(`${folder}/football_bra_serie_a_cc0.csv`))) {
    settleAll(footballState([half.home, homeGoals - half.home], [half.away, awayGoals - half.away]), serieA)
  }
  const worldCup = nothingSettled()
  for (const { ft, ht } of worldCupScores(folder)) {
    settleAll(footballState([ht[0], ft[0] - ht[0]], [ht[1], ft[1] - ht[1]]), worldCup)
  }
  return { serieA, worldCup }
}

type Cup = readonly { readonly score?: { readonly ft?: [number, number]; readonly ht?: [number, number] } }[]

const worldCupScores = (folder: string): { ft: [number, number]; ht: [number, number] }[] => {
  const matches = JSON.parse(readFileSync(`${folder}/football_worldcup_goal_minutes_cc0.json`, 'utf8')) as Cup
  return matches.flatMap(({ score }) => (score?.ft && score.ht ? [{ ft: score.ft, ht: score.ht }] : []))
}

const HELD_BACK = '2026'

const side = (home: number, away: number): number => (home > away ? 0 : home < away ? 2 : 1)

/** Forecasts of the last season, each from results known that morning: before the match and at half-time. */
export const footballQuality = (folder: string): Quality[] => {
  const played = playedIn(readRows(`${folder}/football_bra_serie_a_cc0.csv`))
  const before = played.filter(({ season }) => season < HELD_BACK)
  const results = frequencies(
    before.map((one) => side(one.homeGoals, one.awayGoals)),
    3,
  )
  const totals = frequencies(
    before.map((one) => (one.homeGoals + one.awayGoals > 2 ? 0 : 1)),
    2,
  )
  const forecasts: Record<'result' | 'total' | 'half', Forecast[]> = { result: [], total: [], half: [] }
  let fittedOn = -1
  let strengths: TeamStrengths = fitStrengths([])
  for (const match of played.filter(({ season }) => season === HELD_BACK)) {
    if (match.day !== fittedOn) strengths = strengthsOn(played, match.day)
    fittedOn = match.day
    const expected = expectedGoals(strengths, match.home, match.away)
    const happened = side(match.homeGoals, match.awayGoals)
    const fresh = forecastOf({ expected, clock: { phase: 'before', minute: 0 }, score: { home: 0, away: 0 } })
    forecasts.result.push({ chances: fresh.results, happened })
    forecasts.total.push({ chances: fresh.totals, happened: match.homeGoals + match.awayGoals > 2 ? 0 : 1 })
    const atHalf = {
      expected,
      clock: { phase: 'break', minute: 45 },
      score: match.half,
      halfTime: match.half,
    } as const
    forecasts.half.push({ chances: forecastOf(atHalf).results, happened })
  }
  return [
    qualityOf('Série A 2026, 1X2 before the match', forecasts.result, results),
    qualityOf('Série A 2026, over/under 2.5 before the match', forecasts.total, totals),
    qualityOf('Série A 2026, 1X2 at half-time', forecasts.half, results),
  ]
}

const strengthsOn = (played: readonly Played[], day: number): TeamStrengths =>
  fitStrengths(played.filter((one) => one.day < day).map((one) => ({ ...one, daysAgo: day - one.day })))

const forecastOf = (state: FootballState): { results: number[]; totals: number[] } => {
  const counts = gridCounts(matchGrids(state).full)
  const { home, draw, away } = resultChances(counts)
  const { won } = lineShares(counts.totals, counts.totalFrom, 10)
  return { results: [home, draw, away], totals: [won, 1 - won] }
}
