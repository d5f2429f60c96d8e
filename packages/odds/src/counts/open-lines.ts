import { decidedChance, lineShares } from './shares.ts'

/** A line is offered while its less likely side still has this chance. */
const MIN_CHANCE = 0.03

/** Half lines considered on either side of the middle. */
const REACH = 5

/** A sport's finest lines: quarters, or halves and wholes. */
export type LineGrain = 'quarter' | 'half'

/** Lines offered next to the even one besides the half lines, in quarters from it. */
const NEXT_TO_EVEN: Record<LineGrain, readonly number[]> = {
  quarter: [-3, -2, -1, 1, 2, 3],
  half: [-2, 2],
}

/** A line in quarters, its upper side's chance without refunds, and the refunded share of a stake. */
export type PricedLine = { readonly line: number; readonly chance: number; readonly refunded: number }

/**
 * The lines offered on a count, in order: the open half lines (or whole and half ones) around the middle, and the
 * quarter lines next to the even one.
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

/** The median. */
const middleCount = (chances: Float64Array): number => {
  let below = 0
  const found = chances.findIndex((chance) => (below += chance) >= 0.5)
  return Math.max(0, found)
}
