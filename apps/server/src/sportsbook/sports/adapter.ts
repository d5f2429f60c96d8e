import type { SportState } from '@palpite/contract'
import type { Period, PlaceTerms, Resolution, Sport, Unresolvable, Side } from '@palpite/odds'
import type { JointGrids, PricedMarket } from '@palpite/odds/football'

/** The state of a fixture: everything its prices and settlement depend on beside its model. */
export type FixtureState<State = SportState> = {
  readonly matchStatus: number
  readonly clock: Clock | null
  readonly state: State | null
  /** The runners of a race, or the possible winners of an outright; unused in other sports. */
  readonly runners: readonly Runner[]
}

export type Runner = { readonly place: number; readonly isWithdrawn: boolean }

/**
 * A market with the fair chances of its outcomes, without refunds. They sum to 1, or to the number that win together.
 * `refunded` is the average refunded share of a stake; zero by default.
 */
export type FairMarket = Pick<PricedMarket, 'market' | 'refunded'> & {
  readonly outcomes: readonly FairOutcome[]
}

/** `error` is what the chance may be off by, if it was counted in simulations: two standard errors. */
type FairOutcome = { readonly outcome: string; readonly chance: number; readonly error?: number }

/** Models return fair chances: the house's margin is added afterwards, market by market. */
export const FAIR = {
  margins: { matchResult: 0, totals: 0, scores: 0 },
  marginBps: 0,
  shape: 'power',
} as const

/** What an each-way bet pays for a place, and each runner's chance to take one and what it may be off by, by number. */
export type EachWay = {
  readonly terms: PlaceTerms
  readonly chances: ReadonlyMap<string, number>
  readonly errors?: ReadonlyMap<string, number>
}

/** A market for lists: with lines, the half line with the closest prices. */
export type MainMarket = { readonly type: string; readonly period: Period; readonly hasLine: boolean }

/** Only main markets, for a fixture days away, or all that the sport offers. */
export type Depth = 'main' | 'all'

/** Parses data of a feed or a table; throws if invalid. */
export type Reader<Value> = { parse: (value: unknown) => Value }

/**
 * Everything the sports book needs to know about a sport. `Model` is what its fixtures are priced from, `State` its
 * natural score. How to add one: docs/how-to/add-a-sport.md.
 */
export type SportAdapter<Model = unknown, State = SportState> = {
  readonly sport: Sport | 'outright'
  readonly states: Reader<State>
  readonly models: Reader<Model>
  /** The markets of a list, in order. */
  readonly main: readonly MainMarket[]
  /** Whether there are markets that depth `main` omits. */
  readonly hasMore: boolean
  /**
   * The score in one number a side; null in a race, or without a score. The last set counts as over once the
   * match is.
   */
  score(state: State, matchStatus: number): Pair | null
  /** For a field of runners: the place terms of the each-way bet on its winner and the place chances, if offered. */
  placeTerms?(model: Model, fixtureState: FixtureState<State>): EachWay | undefined
  /** The open markets in this state, with fair chances; the margin is added later. */
  fair(model: Model, fixtureState: FixtureState<State>, depth: Depth): readonly FairMarket[]
  /** The score grids that price the markets of a match. Markets they decide can be combined in a bet builder. */
  jointGrids?(model: Model, fixtureState: FixtureState<State>): JointGrids | undefined
  /** The periods whose markets are closed and can be settled; all once the match has ended. */
  closed(fixtureState: FixtureState<State>): readonly Period[] | 'all'
  /** Whether anything markets may have been settled by has changed. */
  isCorrected(before: FixtureState<State>, after: FixtureState<State>): boolean
  /**
   * Whether an event in between invalidates every earlier price, as a goal does. Sports without it void no late bets.
   */
  invalidatesPrices?(before: State | null, after: State | null): boolean
  /** Whether a finished match is reported again with less detail. */
  isLessDetailed?(before: FixtureState<State>, after: FixtureState<State>): boolean
  /** Why markets of a finished match cannot be resolved, as far as its score shows. */
  unresolvable?(fixtureState: FixtureState<State>): Unresolvable | 'winner_unnamed' | undefined
  /** Everything an outcome can still resolve to if the match is played to its end. */
  possible(market: MarketKey, code: string, fixtureState: FixtureState<State>): readonly Resolution[]
  /** The resolutions of a market's outcomes; only the decided ones. */
  resolve(
    market: MarketKey,
    codes: readonly string[],
    fixtureState: FixtureState<State>,
  ): ReadonlyMap<string, Resolution>
}

/** A count for each of two sides: goals, sets, points. */
export type Pair = { home: number; away: number }

/** The current period, and its minute if the sport has one. */
export type Clock = { period: Period; minute: number | null }

/** Identifies a market within its fixture. */
export type MarketKey = {
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
}

/** A selection of a bet builder, with its own result. */
export type Selection = MarketKey & {
  outcomeId: number
  code: string
  won: number | null
  refunded: number | null
  parts: number | null
  /** Its result comes from its feed or operators, and overrides our own count. */
  isSaid: boolean
}

/** A bet builder's market: hidden, with the one outcome `yes`. */
export const BUILDER = 'football.builder'

/** A market as offered now, with a price for each outcome. */
export type Offer = MarketKey & { outcomes: { code: string; priceMilli: number }[] }

/** The key of a market as text, for maps. */
export const marketKey = ({ type, period, lineQuarters, side }: MarketKey): string =>
  `${type}/${period}/${lineQuarters ?? ''}/${side ?? ''}`

/** A market's reference in @palpite/odds. */
export const refOf = ({ type, period, lineQuarters, side }: MarketKey) => ({
  type,
  period,
  ...(lineQuarters === null ? {} : { lineQuarters }),
  ...(side === null ? {} : { side }),
})
