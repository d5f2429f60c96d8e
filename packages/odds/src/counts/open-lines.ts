import { decidedChance, lineShares } from './shares.ts'

/** A line is offered while its less likely side still has this chance. */
const MIN_CHANCE = 0.03

/** Half lines looked at on either side of the middle. */
const REACH = 5

/** The finest lines of a sport: quarters, or halves and wholes. */
export type LineGrain = 'quarter' | 'half'

/** Lines next to the even one that are offered besides the half lines, in quarters from it. */
const NEXT_TO_EVEN: Record<LineGrain, readonly number[]> = {
  quarter: [-3, -2, -1, 1, 2, 3],
  half: [-2, 2],
}

/** A line in quarters, the chance of its upper side once refunds are left out, and what share of a stake is refunded. */
export type PricedLine = { readonly line: number; readonly chance: number; readonly refunded: number }

/**
 * The lines to offer on a count: the half lines (or whole and half ones) around the middle that are still open, and
 * the quarter lines next to the even one. In order.
 */
export const openLines = (chances: Float64Array, from: number, grain: LineGrain): PricedLine[] => {
  const middle = middleCount(chances) + from
  const halves = Array.from({ length: 2 * REACH + 1 }, (_, place) => (middle - REACH + place) * 4 + 2)
  const unevenness = ({ chance }: PricedLine) => Math.abs(chance - 0.5)
  const priced = halves.map((line) => pricedLine(chances, from, line))
  const even = priced.toSorted((a, b) => unevenness(a) - unevenness(b))[0]?.line ?? 2
  const beside = NEXT_TO_EVEN[grain].map((step) => pricedLine(chances, from, even + step))
  return [...priced, ...beside]
    .filter(({ chance }) => Math.min(chance, 1 - chance) >= MIN_CHANCE)
    .toSorted((a, b) => a.line - b.line)
}

const pricedLine = (chances: Float64Array, from: number, line: number): PricedLine => {
  const shares = lineShares(chances, from, line)
  return { line, chance: decidedChance(shares), refunded: shares.refunded }
}

/** Where half of the chance lies below. */
const middleCount = (chances: Float64Array): number => {
  let below = 0
  const found = chances.findIndex((chance) => (below += chance) >= 0.5)
  return Math.max(0, found)
}
