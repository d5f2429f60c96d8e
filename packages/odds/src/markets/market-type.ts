import type { Rule } from './rules.ts'
import type { Period, Side, Sport, Stat } from './state.ts'

/** Which lines a market may have: any quarter, halves and wholes, halves only, wholes only. */
export type LineKind = 'quarter' | 'half' | 'half_only' | 'whole'

/** Unified Odds Feed ids by period; `undefined` where the market is offered but that feed's id is not known to us. */
export type FeedIds = Readonly<Partial<Record<Period, number | undefined>>>

/** One kind of market, as data. */
export type MarketType = {
  readonly id: string
  readonly sport: Sport
  readonly stat: Stat
  /** The periods it is offered for. */
  readonly periods: FeedIds
  /** Where the feed has another id for the away side of a market that needs a side. */
  readonly awayPeriods?: FeedIds
  readonly line?: LineKind
  /** The lowest and highest line that can be won and lost; a handicap has the highest on either side of zero. */
  readonly minLineQuarters?: number
  readonly maxLineQuarters?: number
  readonly needsSide?: true
  readonly outcomes: readonly string[]
  /** Unified Odds Feed outcome ids, in the order of `outcomes`. */
  readonly uofOutcomes?: readonly string[]
  readonly rule: Rule
  /** It asks who wins the match: a retirement or a shortened match may decide it (endings.ts). */
  readonly isMatchWinner?: true
}

/** One market of a match: its kind, period, and line (the home side's, in quarters) or side where it needs them. */
export type MarketRef = {
  readonly type: string
  readonly period: Period
  readonly lineQuarters?: number
  readonly side?: Side
}
