import { resolution, type Resolution } from '../resolution.ts'

/** How a Unified Odds Feed settles an outcome: factors are decimals as text, absent when they do not apply. */
export type FeedResult = {
  readonly result: 0 | 1
  readonly voidFactor?: string
  readonly deadHeatFactor?: string
}

/** Factors are sent with up to four decimals. */
const PARTS = 10_000

const partsOf = (factor: string | undefined, otherwise: number): number | undefined => {
  if (factor === undefined) return otherwise
  const parts = Number(factor) * PARTS
  return Number.isFinite(parts) && parts >= 0 && parts <= PARTS ? Math.round(parts) : undefined
}

/**
 * Our resolution for a feed's: the void factor is the share given back; of the rest, a winner wins the dead-heat
 * factor (all of it, if there is none). `undefined` for factors that are not shares.
 * Source: docs/maths/settlement.md §4.
 */
export const resolutionFromFeed = (settled: FeedResult): Resolution | undefined => {
  const refunded = partsOf(settled.voidFactor, 0)
  const share = partsOf(settled.deadHeatFactor, PARTS)
  if (refunded === undefined || share === undefined) return undefined
  const won = settled.result === 1 ? Math.floor(((PARTS - refunded) * share) / PARTS) : 0
  return resolution(won, refunded, PARTS)
}
