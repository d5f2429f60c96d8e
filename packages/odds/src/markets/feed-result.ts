import { GREATEST_PARTS, resolution, type Resolution } from '../resolution.ts'

/** A Unified Odds Feed outcome settlement: factors are decimal texts, absent if they do not apply. */
export type FeedResult = {
  readonly result: 0 | 1
  readonly voidFactor?: string
  readonly deadHeatFactor?: string
}

/** A share as a fraction of whole numbers. */
type Share = { readonly parts: number; readonly of: number }

/** Shares of four decimals are exact; longer ones are written-out divisions. */
const PARTS = 10_000
const WRITTEN_PLACES = 4

/** More than the runners that can share a place. */
const MOST_TIED = 200

const NEAR = 1e-9

/** A factor as a fraction: 0.3333333333333333 is a third. `undefined` if invalid. */
function shareOf(factor: string | undefined, otherwise: Share): Share | undefined {
  if (factor === undefined) return otherwise
  const value = Number(factor)
  if (!(value >= 0 && value <= 1)) return undefined
  const places = factor.split('.')[1]?.length ?? 0
  const tied = Array.from({ length: places > WRITTEN_PLACES ? MOST_TIED : 0 }, (_, at) => at + 1)
  const of = tied.find((count) => Math.abs(value - Math.round(value * count) / count) < NEAR) ?? PARTS
  return { parts: Math.round(value * of), of }
}

/**
 * Our resolution for a feed's: the void factor is refunded; of the rest a winner wins the dead-heat factor (all
 * without one). `undefined` for invalid factors. Source: docs/maths/settlement.md §4.
 */
export const resolutionFromFeed = (settled: FeedResult): Resolution | undefined => {
  const refunded = shareOf(settled.voidFactor, { parts: 0, of: 1 })
  const heat = shareOf(settled.deadHeatFactor, { parts: 1, of: 1 })
  if (refunded === undefined || heat === undefined) return undefined
  const won = settled.result * (refunded.of - refunded.parts) * heat.parts
  const of = refunded.of * heat.of
  if (of <= GREATEST_PARTS) return resolution(won, refunded.parts * heat.of, of)
  // Both factors multiplied out: the won part is rounded down to four decimals.
  return resolution(Math.floor((won * PARTS) / of), Math.round((refunded.parts * PARTS) / refunded.of), PARTS)
}
