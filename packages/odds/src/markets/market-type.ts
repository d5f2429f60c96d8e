import type { Rule } from './rules.ts'
import type { Period, Side, Sport, Stat } from './state.ts'

/** Which lines a market may have: any quarter, halves and wholes, halves only, wholes only. */
export type LineKind = 'quarter' | 'half' | 'half_only' | 'whole'

/** One kind of market, as data. */
export type MarketType = {
  readonly id: string
  readonly sport: Sport
  readonly stat: Stat
  /** Stretches it is offered for, each with its Unified Odds Feed id where that feed has one. */
  readonly periods: Readonly<Partial<Record<Period, number | undefined>>>
  readonly line?: LineKind
  readonly needsSide?: true
  readonly outcomes: readonly string[]
  /** Unified Odds Feed outcome ids, in the order of `outcomes`. */
  readonly uofOutcomes?: readonly string[]
  readonly rule: Rule
}

/** One market of a match: its kind, stretch, and line (the home side's, in quarters) or side where it needs them. */
export type MarketRef = {
  readonly type: string
  readonly period: Period
  readonly lineQuarters?: number
  readonly side?: Side
}
