import type { SportState } from '@palpite/contract'
import type { Period, PlaceTerms, Resolution, Sport, Unsaid, Side } from '@palpite/odds'
import type { JointGrids, PricedMarket } from '@palpite/odds/football'

/** How a fixture stands: all that its prices and its settlement depend on beside its model. */
export type Standing<State = SportState> = {
  readonly matchStatus: number
  readonly clock: Clock | null
  readonly state: State | null
  /** Of a race its runners, of an outright all that can win it; no other sport reads them. */
  readonly runners: readonly Runner[]
}

export type Runner = { readonly place: number; readonly isWithdrawn: boolean }

/**
 * A market with the fair chances of its outcomes, refunds left out. They sum to 1, or to as many of them as win together.
 * `refunded` is the share of a stake that it gives back on average; none if not said.
 */
export type FairMarket = Pick<PricedMarket, 'market' | 'refunded'> & {
  readonly outcomes: readonly { readonly outcome: string; readonly chance: number }[]
}

/** Models are asked for fair chances: the house's margin is put on afterwards, market by market. */
export const FAIR = {
  margins: { matchResult: 0, totals: 0, scores: 0 },
  marginBps: 0,
  shape: 'power',
} as const

/** What an each-way bet pays for a place, and the chance of each runner to take one, by its number. */
export type EachWay = { readonly terms: PlaceTerms; readonly chances: ReadonlyMap<string, number> }

/** A market that a list shows: of one with lines the half line whose prices are closest together. */
export type MainMarket = { readonly type: string; readonly period: Period; readonly hasLine: boolean }

/** Main markets alone, for a fixture that is days away, or all that the sport offers. */
export type Depth = 'main' | 'all'

/** Reads what a feed or a table brings; throws where it does not fit. */
export type Reader<Value> = { parse: (value: unknown) => Value }

/**
 * All that the sportsbook needs to know of a sport. `Model` is what its fixtures are priced from, `State` its natural
 * score. A page on how to add one: docs/how-to/add-a-sport.md.
 */
export type SportAdapter<Model = unknown, State = SportState> = {
  readonly sport: Sport | 'outright'
  readonly states: Reader<State>
  readonly models: Reader<Model>
  /** What a list shows, the first one first. */
  readonly main: readonly MainMarket[]
  /** Whether there are markets that depth `main` leaves out. */
  readonly hasMore: boolean
  /** The score in one number a side; nothing in a race, or while there is none. A last set is over with its match. */
  score(state: State, matchStatus: number): Pair | null
  /** Of a field of runners: what the each-way bet on its winner pays for a place, if it pays one, and to whom. */
  placeTerms?(model: Model, standing: Standing<State>): EachWay | undefined
  /** The markets that are open in this state, with fair chances; the margin comes later. */
  fair(model: Model, standing: Standing<State>, depth: Depth): readonly FairMarket[]
  /** The chances that the markets of a match are read off. What they decide may be combined in a bet builder. */
  jointGrids?(model: Model, standing: Standing<State>): JointGrids | undefined
  /** The periods whose markets take no more bets and can be settled; all of them once the match has ended. */
  closed(standing: Standing<State>): readonly Period[] | 'all'
  /** Whether what markets may have been settled by is said otherwise now. */
  isCorrected(before: Standing<State>, after: Standing<State>): boolean
  /** Whether what happened in between makes every price before it worthless, as a goal does. No sport without it voids late bets. */
  turns?(before: State | null, after: State | null): boolean
  /** Whether a match that is over is said once more with less than was known of it. */
  saysLess?(before: Standing<State>, after: Standing<State>): boolean
  /** Why markets of a match that is over cannot be resolved, as far as its score tells. */
  unsaid?(standing: Standing<State>): Unsaid | 'winner_unnamed' | undefined
  /** Everything that an outcome of a market can still resolve to once the match is played to its end. */
  possible(market: MarketKey, code: string, standing: Standing<State>): readonly Resolution[]
  /** What the outcomes of a market resolve to; only the decided ones are in the answer. */
  resolve(
    market: MarketKey,
    codes: readonly string[],
    standing: Standing<State>,
  ): ReadonlyMap<string, Resolution>
}

/** A count for each of two sides: goals, sets, points. */
export type Pair = { home: number; away: number }

/** The period under way, and its minute where the sport has one. */
export type Clock = { period: Period; minute: number | null }

/** What names a market among those of its fixture. */
export type MarketKey = {
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
}

/** What of a bet builder is one of its selections, and what became of it by itself. */
export type Selection = MarketKey & {
  outcomeId: number
  code: string
  won: number | null
  refunded: number | null
  parts: number | null
  /** Its feed or operators have said what became of it: our own count says nothing against that. */
  isSaid: boolean
}

/** A bet builder's market: hidden, of its own, with the one outcome `yes`. */
export const BUILDER = 'football.builder'

/** One market as it is offered now, with a price for each outcome. */
export type Offer = MarketKey & { outcomes: { code: string; priceMilli: number }[] }

/** The name of a market as one text, for maps. */
export const marketKey = ({ type, period, lineQuarters, side }: MarketKey): string =>
  `${type}/${period}/${lineQuarters ?? ''}/${side ?? ''}`

/** A market as @palpite/odds names it. */
export const refOf = ({ type, period, lineQuarters, side }: MarketKey) => ({
  type,
  period,
  ...(lineQuarters === null ? {} : { lineQuarters }),
  ...(side === null ? {} : { side }),
})
