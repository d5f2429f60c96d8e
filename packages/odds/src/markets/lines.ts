import { HALF_LOST, HALF_WON, LOST, VOID, WON, type Resolution } from '../resolution.ts'

/** The finest line: a quarter of a goal. Lines are whole numbers of these: 2.25 → 9. */
export const QUARTERS = 4

/** No sport has a line beyond this. */
export const GREATEST_LINE_QUARTERS = 4000

/** The line in quarters; undefined unless a multiple of 0.25 within ±1000. 2.25 → 9, -0.5 → -2; 2.3 → undefined. */
export const lineQuarters = (line: number): number | undefined => {
  const quarters = line * QUARTERS
  if (!Number.isSafeInteger(quarters) || Math.abs(quarters) > GREATEST_LINE_QUARTERS) return undefined
  return quarters === 0 ? 0 : quarters
}

/** A line as text: 9 → "2.25", 10 → "2.5". */
export const lineText = (quarters: number): string => String(quarters / QUARTERS)

/** Half of the stake against one whole or half line. */
const half = (excessQuarters: number): number => Math.sign(excessQuarters)

/**
 * The resolution of beating a line by so much, in quarters. A quarter line is half the stake on each neighbouring
 * line, so an excess of a quarter wins half and refunds half.
 */
export const againstLine = (excessQuarters: number): Resolution => {
  const isSplit = excessQuarters % 2 !== 0
  const [lower, upper] = isSplit ? [excessQuarters - 1, excessQuarters + 1] : [excessQuarters, excessQuarters]
  const outcome = half(lower) + half(upper)
  if (outcome === 2) return WON
  if (outcome === 1) return HALF_WON
  if (outcome === 0) return VOID
  return outcome === -1 ? HALF_LOST : LOST
}

/** Whether this excess wins outright whatever follows: the market is decided early. */
export const isSureWin = (excessQuarters: number): boolean => againstLine(excessQuarters) === WON
