import { sportStates, type SportStates } from '@palpite/contract'
import { type Period, periodMatchState } from '@palpite/odds'
import { pointsEnds, pointsPrices, type PointsSport } from '@palpite/odds/models'
import * as z from 'zod/mini'
import { FAIR, type FairMarket, type MainMarket, type SportAdapter, type Standing } from './adapter.ts'
import { countedMarkets, matchSport } from './match-sport.ts'
import { isInPlay } from './match-status.ts'

type State = SportStates['quarters']

/** The expected final margin of the home side and total points. */
const models = z.object({
  margin: z.number().check(z.minimum(-60), z.maximum(60)),
  total: z.number().check(z.minimum(10), z.maximum(400)),
})
type Model = z.output<typeof models>

/** Seconds of a quarter and of an overtime; and the overtime's share of the regular time. */
type Lengths = { quarter: number; overtime: number }
const LENGTHS: Record<PointsSport, Lengths> = {
  basketball: { quarter: 720, overtime: 300 },
  american_football: { quarter: 900, overtime: 600 },
}

const mainOf = (sport: PointsSport): readonly MainMarket[] => [
  { type: `${sport}.winner`, period: 'all', hasLine: false },
  { type: `${sport}.handicap`, period: 'all', hasLine: true },
  { type: `${sport}.total`, period: 'all', hasLine: true },
]

const pointsSport = (sport: PointsSport): SportAdapter<Model, State> =>
  matchSport<Model, State>({
    sport,
    states: sportStates.quarters,
    models,
    main: mainOf(sport),
    hasMore: true,
    score: totalOf,
    fair: (expected, standing, depth) => {
      const { state, matchStatus } = standing
      if (matchStatus !== 0 && !isInPlay(matchStatus)) return []
      const left = shareLeft(sport, state)
      const markets = pointsPrices({ sport, expected, left, score: totalOf(state) }, FAIR)
      const open = state?.overtime ? markets.filter(({ market }) => market.period === 'all') : markets
      return depth === 'all' ? [...open, ...partMarkets(sport, expected, standing)] : open
    },
    matchState: ({ periods, isInHalves = false, overtime, isBreak, total }, ending) =>
      periodMatchState({
        sport,
        stat: 'points',
        ending,
        periods: periods.map(pointsOf),
        isInHalves,
        isLastOpen: !isBreak,
        ...(overtime ? { extra: pointsOf(overtime) } : {}),
        ...(total
          ? { total: { all: pointsOf(total.all), ...(total.full ? { full: pointsOf(total.full) } : {}) } }
          : {}),
      }),
  })

export const basketball = pointsSport('basketball')
export const americanFootball = pointsSport('american_football')

const pointsOf = ([home, away]: readonly [number, number]) => ({ home, away })

function totalOf(state: State | null) {
  if (state?.total) return pointsOf(state.total.all)
  const all = state ? [...state.periods, ...(state.overtime ? [state.overtime] : [])] : []
  return {
    home: all.reduce((sum, [home]) => sum + home, 0),
    away: all.reduce((sum, [, away]) => sum + away, 0),
  }
}

/** What is left of the current quarter, as a share of one. */
function quarterLeft(sport: PointsSport, { isBreak, secondsLeft }: State): number {
  if (isBreak) return 0
  return Math.min(1, (secondsLeft ?? LENGTHS[sport].quarter / 2) / LENGTHS[sport].quarter)
}

/** What is left of the regular time, as a share of one; in an overtime, of that. */
function shareLeft(sport: PointsSport, state: State | null): number {
  if (!state) return 1
  const { quarter, overtime } = LENGTHS[sport]
  if (state.overtime) return Math.min(overtime, state.secondsLeft ?? overtime / 2) / (4 * quarter)
  return (4 - state.periods.length + (state.periods.length > 0 ? quarterLeft(sport, state) : 0)) / 4
}

/** The current or next quarter, and the first half while it lasts: the same motion over a part of the time. */
function partMarkets(sport: PointsSport, expected: Model, { state }: Standing<State>): FairMarket[] {
  if (state?.overtime) return []
  const begun = state?.periods.length ?? 0
  const current = state && !state.isBreak && begun > 0 ? begun : begun + 1
  if (current > 4) return []
  const leftOf = (quarter: number) =>
    quarter < begun ? 0 : quarter > begun ? 1 : state ? quarterLeft(sport, state) : 1
  const marketsOf = (period: Period, quarters: readonly number[]): FairMarket[] => {
    const left = quarters.reduce((sum, quarter) => sum + leftOf(quarter) / 4, 0)
    if (left <= 0) return []
    const score = quarters.reduce(
      (sum, quarter) => {
        const [home, away] = state?.periods[quarter - 1] ?? [0, 0]
        return { home: sum.home + home, away: sum.away + away }
      },
      { home: 0, away: 0 },
    )
    return countedMarkets(sport, period, pointsEnds({ sport, expected, left, score }).full)
  }
  return [
    ...marketsOf(`quarter${current}` as Period, [current]),
    ...(current <= 2 ? marketsOf('half1', [1, 2]) : marketsOf('half2', [3, 4])),
  ]
}
