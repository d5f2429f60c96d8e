import type { Rule } from './rules.ts'
import type { Sport } from '../sports.ts'
import type { Period, Side, Stat } from './state.ts'

/** The allowed lines: any quarter, halves and wholes, halves only, wholes only. */
export type LineKind = 'quarter' | 'half' | 'half_only' | 'whole'

/** Unified Odds Feed ids by period; `undefined` if offered but unknown to us. */
export type FeedIds = Readonly<Partial<Record<Period, number | undefined>>>

/** One market type, as data. */
export type MarketType = {
  readonly id: string
  readonly sport: Sport
  readonly stat: Stat
  /** The periods it is offered for. */
  readonly periods: FeedIds
  /** A different feed id for the away side of a one-sided market. */
  readonly awayPeriods?: FeedIds
  readonly line?: LineKind
  /** The lowest and highest line that can be won and lost; a handicap has the highest on both sides of zero. */
  readonly minLineQuarters?: number
  readonly maxLineQuarters?: number
  readonly needsSide?: true
  readonly outcomes: readonly string[]
  /** Unified Odds Feed outcome ids, in the order of `outcomes`. */
  readonly uofOutcomes?: readonly string[]
  readonly rule: Rule
  /** It is about the match winner: a retirement or shortened match may decide it (endings.ts). */
  readonly isMatchWinner?: true
}

/** One market of a match: its type, period, and the home side's line in quarters, or side, if needed. */
export type MarketRef = {
  readonly type: string
  readonly period: Period
  readonly lineQuarters?: number
  readonly side?: Side
}
