import type { FeedIds, LineKind, MarketType } from './market-type.ts'
import { QUARTERS } from './lines.ts'
import * as rules from './rules.ts'
import type { Sport } from '../sports.ts'
import type { Stat } from './state.ts'

/** A market builder's inputs: name, sport, count, periods. */
type Where = {
  readonly sport: Sport
  readonly name: string
  readonly stat: Stat
  readonly periods: FeedIds
  readonly awayPeriods?: FeedIds
  /** The maximum count or margin by the sport's rules. */
  readonly max?: number
}

const base = ({ sport, name, ...where }: Where): Where & { id: string } => ({
  id: `${sport}.${name}`,
  sport,
  name,
  ...where,
})

const built = (where: Where, rest: Omit<MarketType, 'id' | 'sport' | 'stat' | 'periods'>): MarketType => {
  const { id, sport, stat, periods, awayPeriods } = base(where)
  return { id, sport, stat, periods, ...(awayPeriods ? { awayPeriods } : {}), ...rest }
}

const RESULT = { outcomes: ['home', 'draw', 'away'], uofOutcomes: ['1', '2', '3'] } as const
const PAIR = { outcomes: ['home', 'away'], uofOutcomes: ['4', '5'] } as const
const HANDICAP = { outcomes: ['home', 'away'], uofOutcomes: ['1714', '1715'] } as const
const OVER_UNDER = { outcomes: ['over', 'under'], uofOutcomes: ['12', '13'] } as const

/** Home, draw, away. */
export const result = (where: Where): MarketType => built(where, { ...RESULT, rule: rules.threeWay })

/** Home or away over a period; level is refunded. */
export const pair = (where: Where): MarketType => built(where, { ...PAIR, rule: rules.twoWay })

/** Who wins the match in the end. */
export const matchWinner = (where: Where): MarketType =>
  built(where, { ...PAIR, rule: rules.winner, isMatchWinner: true })

/** A line above the maximum count cannot be exceeded: the highest is half a point below it. */
const highest = ({ max }: Where): { maxLineQuarters?: number } =>
  max === undefined ? {} : { maxLineQuarters: max * QUARTERS - QUARTERS / 2 }

/** Counts are not negative: a total's line is above zero. */
const ABOVE_ZERO = { minLineQuarters: 1 } as const

/** Handicap with a home and an away side. */
export const handicap = (where: Where, line: LineKind): MarketType =>
  built(where, { ...HANDICAP, line, ...highest(where), rule: rules.handicap })

/** Over and under, both sides together. */
export const total = (where: Where, line: LineKind): MarketType =>
  built(where, { ...OVER_UNDER, line, ...ABOVE_ZERO, ...highest(where), rule: rules.total })

/** Over and under for one side. */
export const sideTotal = (where: Where, line: LineKind): MarketType =>
  built(where, {
    ...OVER_UNDER,
    line,
    ...ABOVE_ZERO,
    ...highest(where),
    needsSide: true,
    rule: rules.sideTotal,
  })

/** Odd or even. */
export const oddEven = (where: Where): MarketType =>
  built(where, { outcomes: ['odd', 'even'], uofOutcomes: ['70', '72'], rule: rules.oddEven })

/** Exact score from a list. */
export const correctScore = (where: Where, outcomes: readonly string[]): MarketType =>
  built(where, { outcomes, rule: rules.correctScore })

/** The same ids, or none, for the first `count` numbered periods: sets, frames, innings. */
export const numbered = <Name extends 'set' | 'frame' | 'inning' | 'round' | 'quarter'>(
  name: Name,
  count: number,
  feedId?: number,
): FeedIds => Object.fromEntries(Array.from({ length: count }, (_, place) => [`${name}${place + 1}`, feedId]))
