import { sportStates, type SportStates } from '@palpite/contract'
import { type Period, periodMatchState } from '@palpite/odds'
import { pointsEnds, pointsPrices, type PointsSport } from '@palpite/odds/models'
import * as z from 'zod/mini'
import { FAIR, type FairMarket, type MainMarket, type SportAdapter, type FixtureState } from './adapter.ts'
import { countedMarkets, matchSport } from './match-sport.ts'
import { isInPlay } from './match-status.ts'

type State = SportStates['quarters']

/** The expected final margin of the home side and total points; and how the simulator draws its match. */
const models = z.object({
  margin: z.number().check(z.minimum(-60), z.maximum(60)),
  total: z.number().check(z.minimum(10), z.maximum(400)),
  drawing: z.optional(z.literal('possessions')),
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
    hasMore: sport === 'basketball',
    score: totalOf,
    fair: (expected, fixtureState, depth) => {
      const { state, matchStatus } = fixtureState
      if (matchStatus !== 0 && !isInPlay(matchStatus)) return []
      const left = shareLeft(sport, state)
      const markets = pointsPrices({ sport, expected, left, score: totalOf(state) }, FAIR)
      const open = state?.overtime ? markets.filter(({ market }) => market.period === 'all') : markets
      const hasParts = depth === 'all' && sport === 'basketball'
      return hasParts ? [...open, ...partMarkets(sport, expected, fixtureState)] : open
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

/**
 * Parts have no markets in their last seconds: a few possessions of whole points are no normal distribution, and a
 * level quarter returned up to 1.71 of its stake (docs/maths/points.md §3).
 */
const PARTS_STOP_AT_SECONDS_LEFT = 120

/**
 * The current or next quarter, and the first half while it lasts: the same motion over a part of the time. In basketball
 * alone: a quarter of American football has two or three scores, so it is level or without points twice as often as
 * any normal distribution says.
 */
function partMarkets(sport: PointsSport, expected: Model, { state }: FixtureState<State>): FairMarket[] {
  if (state?.overtime) return []
  const begun = state?.periods.length ?? 0
  const current = state && !state.isBreak && begun > 0 ? begun : begun + 1
  if (current > 4) return []
  const leftOf = (quarter: number) =>
    quarter < begun ? 0 : quarter > begun ? 1 : state ? quarterLeft(sport, state) : 1
  const marketsOf = (period: Period, quarters: readonly number[]): FairMarket[] => {
    const left = quarters.reduce((sum, quarter) => sum + leftOf(quarter) / 4, 0)
    if (left * 4 * LENGTHS[sport].quarter <= PARTS_STOP_AT_SECONDS_LEFT) return []
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
