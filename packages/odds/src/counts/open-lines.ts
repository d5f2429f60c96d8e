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

/** A line in quarters and the chance of its upper side once refunds are left out. */
export type PricedLine = { readonly line: number; readonly chance: number }

/**
 * The lines to offer on a count: the half lines (or whole and half ones) around the middle that are still open, and
 * the quarter lines next to the even one. In order.
 */
export const openLines = (chances: Float64Array, from: number, grain: LineGrain): PricedLine[] => {
  const middle = middleCount(chances) + from
  const halves = Array.from({ length: 2 * REACH + 1 }, (_, place) => (middle - REACH + place) * 4 + 2)
  const priced = new Map(halves.map((line) => [line, decidedChance(lineShares(chances, from, line))]))
  const even = [...priced].toSorted(([, a], [, b]) => Math.abs(a - 0.5) - Math.abs(b - 0.5))[0]?.[0] ?? 2
  for (const step of NEXT_TO_EVEN[grain]) {
    const line = even + step
    priced.set(line, decidedChance(lineShares(chances, from, line)))
  }
  return [...priced]
    .map(([line, chance]) => ({ line, chance }))
    .filter(({ chance }) => Math.min(chance, 1 - chance) >= MIN_CHANCE)
    .toSorted((a, b) => a.line - b.line)
}

/** Where half of the chance lies below. */
const middleCount = (chances: Float64Array): number => {
  let below = 0
  const found = chances.findIndex((chance) => (below += chance) >= 0.5)
  return Math.max(0, found)
}
