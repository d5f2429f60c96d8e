import { isDeepStrictEqual } from 'node:util'
import {
  type CountKey,
  type Ending,
  type MatchState,
  type Period,
  possibleResolutions,
  resolveMarket,
  type Sport,
} from '@palpite/odds'
import { type SportAdapter, type FixtureState, FAIR, type FairMarket, refOf } from './adapter.ts'
import { endingOf } from './match-status.ts'
import { oddChance } from '@palpite/odds/football'
import {
  type Counts,
  handicapMarkets,
  pricedPair,
  resultMarket,
  teamTotalMarkets,
  totalMarkets,
} from '@palpite/odds/models'

/** What a two-sided sport defines; the rest follows from its match state. */
type MatchSport<Model, State> = Omit<
  SportAdapter<Model, State>,
  | 'sport'
  | 'closed'
  | 'isCorrected'
  | 'isLessDetailed'
  | 'unresolvable'
  | 'possible'
  | 'resolve'
  | 'placeTerms'
> & {
  readonly sport: Sport
  /** The counts of its score, as @palpite/odds settles by them. Called only with a score. */
  matchState(state: State, ending: Ending, fixtureState: FixtureState<State>): MatchState
  /** Periods that are over without a count. */
  overUncounted?(fixtureState: FixtureState<State>): readonly Period[]
}

/**
 * An ending that the state names more precisely than the match status: a walkover is `-1` there, like any
 * end.
 */
type Ended = { readonly ending?: Ending | undefined }

const isGivenUp = ({ state }: { readonly state: object | null }): boolean =>
  state !== null && ['retired', 'walkover', 'disqualified'].includes((state as Ended).ending ?? '')

/** The adapter of a two-sided sport, settled by the market types of @palpite/odds. */
export function matchSport<Model, State extends object>(
  own: MatchSport<Model, State>,
): SportAdapter<Model, State> {
  const stateOf = (fixtureState: FixtureState<State>): MatchState => {
    const { state, matchStatus } = fixtureState
    const reported = state && matchStatus === -1 ? (state as Ended).ending : undefined
    const ending = reported ?? endingOf(matchStatus)
    return state ? own.matchState(state, ending, fixtureState) : { sport: own.sport, ending, counts: {} }
  }
  const scoreOf = ({ state, matchStatus }: FixtureState<State>) => state && own.score(state, matchStatus)
  /**
   * Reported as over once more, with the score at which it was given up: feeds close a match so, and it was not
   * continued.
   */
  const isOnlyOver = (before: FixtureState<State>, after: FixtureState<State>): boolean =>
    after.matchStatus === before.matchStatus &&
    !isGivenUp(after) &&
    (!after.state || isDeepStrictEqual(scoreOf(before), scoreOf(after)))
  return {
    ...own,
    closed: (fixtureState) => {
      const { ending, counts } = stateOf(fixtureState)
      if (ending !== 'running') return 'all'
      return [...new Set([...overPeriods(counts), ...(own.overUncounted?.(fixtureState) ?? [])])]
    },
    isCorrected: (before, after) => isCorrected(stateOf(before), stateOf(after)),
    isLessDetailed: (before, after) =>
      isLessDetailed(stateOf(before), stateOf(after)) || (isGivenUp(before) && isOnlyOver(before, after)),
    unresolvable: (fixtureState) => {
      const { ending, winner, unresolvable } = stateOf(fixtureState)
      const isEarly = ending !== 'finished' && winner === undefined
      return isEarly && !unresolvable ? 'winner_unnamed' : unresolvable
    },
    possible: (market, code, fixtureState) => possibleResolutions(refOf(market), code, stateOf(fixtureState)),
    resolve: (market, _, fixtureState) => resolveMarket(refOf(market), stateOf(fixtureState)),
  }
}

function overPeriods(counts: MatchState['counts']): Period[] {
  const all = Object.entries(counts) as [CountKey, { over: boolean }][]
  return all.filter(([, { over }]) => over).map(([key]) => key.slice(key.indexOf('.') + 1) as Period)
}

/**
 * A finished period is counted differently, or reopened; in a finished match, anything. What was void because the
 * match was postponed or cancelled stays void: played on another day it is another match, with its own key.
 */
function isCorrected(before: MatchState, after: MatchState): boolean {
  if (before.ending !== 'running' && !isOff(before.ending)) return isNews(before, after)
  return Object.entries(before.counts).some(([key, count]) => {
    const now = after.counts[key as CountKey]
    return count?.over && now && !isDeepStrictEqual(count, now)
  })
}

/** Whether a message adds or changes anything. What a later message omits still holds. */
function isNews(before: MatchState, after: MatchState): boolean {
  const { counts: countsBefore, unresolvable: _, ...restBefore } = before
  const { counts, unresolvable: __, ...rest } = after
  return hasNews(countsBefore, counts) || hasNews(restBefore, rest)
}

const hasNews = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean => Object.entries(after).some(([key, value]) => !isDeepStrictEqual(before[key], value))

const isLessDetailed = (before: MatchState, after: MatchState): boolean =>
  before.ending !== 'running' &&
  !isNews(before, after) &&
  (Object.keys(before.counts).some((key) => !after.counts[key as CountKey]) ||
    (before.winner !== undefined && after.winner === undefined))

const isOff = (ending: Ending): boolean => ['abandoned', 'postponed', 'cancelled'].includes(ending)

const LINES = { ...FAIR, grain: 'half' } as const

/** A chance this close to certain makes no market. */
const MIN_CHANCE = 0.005

/**
 * The markets on what both sides count in one part of a match: result, handicaps, totals, totals of each side. The
 * two-way winner has its own name in baseball.
 */
export function countedMarkets(
  sport: Sport,
  period: Period,
  counts: Counts,
  pair: 'draw_no_bet' | 'moneyline' = 'draw_no_bet',
): FairMarket[] {
  const at = (name: string) => ({ type: `${sport}.${name}`, period })
  const result = resultMarket(at('1x2'), counts, FAIR)
  const [home = 0, draw = 0, away = 0] = result.outcomes.map(({ chance }) => chance)
  const chance = home / (home + away)
  if (!(Math.min(chance, 1 - chance) >= MIN_CHANCE)) return []
  return [
    result,
    { ...pricedPair(at(pair), ['home', 'away', chance], FAIR), refunded: draw },
    ...handicapMarkets(at('handicap'), counts, LINES),
    ...totalMarkets(at('total'), counts, LINES),
    ...teamTotalMarkets(at('team_total'), counts, LINES),
    pricedPair(at('odd_even'), ['odd', 'even', oddChance(counts)], FAIR),
  ]
}
