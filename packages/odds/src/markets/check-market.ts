import { GREATEST_LINE_QUARTERS } from './lines.ts'
import type { LineKind, MarketRef, MarketType } from './market-type.ts'
import { marketType } from './table.ts'

/** What is wrong with a market reference. */
export type MarketRefusal =
  | 'unknown_market'
  | 'unknown_period'
  | 'line_missing'
  | 'line_not_allowed'
  | 'line_does_not_exist'
  | 'side_missing'
  | 'side_not_allowed'

/** A line of this kind is a multiple of this many quarters, away from zero by this many. */
const GRAIN: Record<LineKind, { step: number; offset: number }> = {
  quarter: { step: 1, offset: 0 },
  half: { step: 2, offset: 0 },
  half_only: { step: 4, offset: 2 },
  whole: { step: 4, offset: 0 },
}

const lineRefusal = (type: MarketType, line: number | undefined): MarketRefusal | undefined => {
  if (!type.line) return line === undefined ? undefined : 'line_not_allowed'
  if (line === undefined) return 'line_missing'
  const { maxLineQuarters: max = GREATEST_LINE_QUARTERS, minLineQuarters: min = -max } = type
  const { step, offset } = GRAIN[type.line]
  const fits = Number.isSafeInteger(line) && line >= min && line <= max && (line - offset) % step === 0
  return fits ? undefined : 'line_does_not_exist'
}

/** Why this is no market of the house, if so: unknown type or period, missing, extra or too large line or side. */
export const checkMarket = (ref: MarketRef): MarketRefusal | undefined => {
  const type = marketType(ref.type)
  if (!type) return 'unknown_market'
  if (!isOffered(type, ref)) return 'unknown_period'
  const refusal = lineRefusal(type, ref.lineQuarters)
  if (refusal) return refusal
  if (type.needsSide && !ref.side) return 'side_missing'
  return !type.needsSide && ref.side ? 'side_not_allowed' : undefined
}

const isOffered = (type: MarketType, ref: MarketRef): boolean => Object.hasOwn(type.periods, ref.period)
