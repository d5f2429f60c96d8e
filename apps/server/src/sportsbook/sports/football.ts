import { sportStates, type SportStates } from '@palpite/contract'
import type { Count, CountKey, MatchState, Stat } from '@palpite/odds'
import {
  countGrid,
  footballCountPrices,
  footballPrices,
  matchGrids,
  type FootballClock,
} from '@palpite/odds/football'
import * as z from 'zod/mini'
import { FAIR, type FairMarket, type MainMarket, type FixtureState } from './adapter.ts'
import { matchSport } from './match-sport.ts'
import { matchStatuses } from './match-status.ts'

type State = SportStates['football']
type CountStat = 'corners' | 'cards'
type Tuple = readonly [home: number, away: number]

/** For teams of which little is known it may be close to zero. */
const mean = z.number().check(z.gt(0), z.maximum(40))
const pairOfMeans = z.optional(z.object({ home: mean, away: mean }))

/**
 * Expected goals of a whole match. Corners and cards are offered only where the feed counts them: otherwise they
 * cannot be settled.
 */
const models = z.object({
  home: mean,
  away: mean,
  rho: z.number().check(z.minimum(-1), z.maximum(1)),
  corners: pairOfMeans,
  cards: pairOfMeans,
  /** A match with extra time until it has a winner. */
  isKnockout: z.optional(z.boolean()),
})
type Model = z.output<typeof models>

const main: readonly MainMarket[] = [
  { type: 'football.1x2', period: 'full', hasLine: false },
  { type: 'football.total', period: 'full', hasLine: true },
  { type: 'football.both_score', period: 'full', hasLine: false },
  { type: 'football.asian_handicap', period: 'full', hasLine: true },
  { type: 'football.double_chance', period: 'full', hasLine: false },
]

export const football = matchSport<Model, State>({
  sport: 'football',
  states: sportStates.football,
  models,
  main,
  hasMore: true,
  score: ({ score }) => score && { home: score[0], away: score[1] },
  fair: (model, fixtureState, depth) => {
    const clock = clockOf(fixtureState)
    if (!clock) return []
    const goals = footballPrices(
      { expected: model, clock, ...scoresOf(fixtureState.state) },
      { ...FAIR, markets: depth === 'all' ? 'all' : main.map(({ type }) => type) },
    )
    return depth === 'all'
      ? [...goals, ...countMarkets(model, clock, fixtureState.state)]
      : goals.filter(({ market }) => market.period === 'full')
  },
  jointGrids: (model, fixtureState) => {
    const clock = clockOf(fixtureState)
    if (!clock) return undefined
    const goals = matchGrids({ expected: model, clock, ...scoresOf(fixtureState.state) })
    const gridOf = (stat: CountStat) => {
      const counts = countsFor(stat, model, clock, fixtureState.state)
      return counts && countGrid(counts)
    }
    return { goals, corners: gridOf('corners'), cards: gridOf('cards') }
  },
  // A score that was unknown for a while is no goal when it is reported again.
  invalidatesPrices: (before, after) =>
    (!before || before.score !== null) && goalsAndReds(after) > goalsAndReds(before),
  matchState,
  overUncounted: ({ matchStatus }) => (matchStatus >= 2 && matchStatus <= 5 ? ['half1'] : []),
})

const goalsAndReds = (state: State | null): number =>
  [...(state?.score ?? []), ...(state?.redCards ?? [])].reduce((sum, count) => sum + count, 0)

const nil = { home: 0, away: 0 }
const pairOf = ([home, away]: Tuple) => ({ home, away })

/** No market priced here covers extra time and penalties. */
function clockOf({ matchStatus, clock }: FixtureState<State>): FootballClock | undefined {
  // The minute shown is the one being played: one less is over.
  const minute = Math.max(0, (clock?.minute ?? 1) - 1)
  switch (matchStatus) {
    case matchStatuses.notOpen:
      return { phase: 'before', minute: 0 }
    case matchStatuses.firstHalf:
      return { phase: 'half1', minute }
    case matchStatuses.midfield:
      return { phase: 'break', minute: 45 }
    case matchStatuses.secondHalf:
      return { phase: 'half2', minute }
    default:
      return undefined
  }
}

const scoresOf = (state: State | null) => ({
  score: state?.score ? pairOf(state.score) : nil,
  ...(state?.halfTime ? { halfTime: pairOf(state.halfTime) } : {}),
  ...(state?.redCards ? { redCards: pairOf(state.redCards) } : {}),
})

function countMarkets(model: Model, clock: FootballClock, state: State | null): FairMarket[] {
  return (['corners', 'cards'] as const).flatMap((stat) => {
    const counts = countsFor(stat, model, clock, state)
    return counts ? footballCountPrices(counts, FAIR) : []
  })
}

/** Undefined if the feed does not count it. */
function countsFor(stat: CountStat, model: Model, clock: FootballClock, state: State | null) {
  const expected = model[stat]
  const counted = state?.[stat] ? pairOf(state[stat]) : nil
  return expected && { stat, expected, clock, counted }
}

/** Goals, corners and cards of the 90 minutes and each half, where counted. */
function matchState(
  state: State,
  ending: MatchState['ending'],
  { matchStatus }: FixtureState<State>,
): MatchState {
  const isOver =
    ending === 'finished' || matchStatus === matchStatuses.overtime || matchStatus === matchStatuses.penalty
  const { score, shownOnly = [] } = state
  const corners = shownOnly.includes('corners') ? null : state.corners
  const cards = shownOnly.includes('cards') ? null : state.cards
  const halfTime = halfTimeOf(state, isOver)
  return {
    sport: 'football',
    ending,
    counts: {
      ...countsOf('goals', score, halfTime, isOver),
      ...countsOf('corners', corners, state.halfTimeCorners ?? null, isOver),
      ...countsOf('cards', cards, state.halfTimeCards ?? null, isOver),
    },
    ...(state.winner ? { winner: state.winner } : {}),
    ...(isOver && (!score || !halfTime) ? { unresolvable: 'parts_missing' as const } : {}),
  }
}

/** The half-time score, if reported; in a match that ended without goals it was 0-0. */
function halfTimeOf({ halfTime, score }: State, isOver: boolean): Tuple | null {
  const isGoalless = isOver && score !== null && score[0] === 0 && score[1] === 0
  return halfTime ?? (isGoalless ? score : null)
}

function countsOf(
  stat: Stat,
  all: Tuple | null,
  half: Tuple | null,
  over: boolean,
): Partial<Record<CountKey, Count>> {
  return {
    ...(all ? { [`${stat}.full`]: { ...pairOf(all), over } } : {}),
    ...(half ? { [`${stat}.half1`]: { ...pairOf(half), over: true } } : {}),
    ...(all && half ? { [`${stat}.half2`]: { home: all[0] - half[0], away: all[1] - half[1], over } } : {}),
  }
}
