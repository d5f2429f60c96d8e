import type { Counts } from './counts.ts'

/** The two sides' counts from every ending; no side counts more than `max`. */
export const pairCounts = (
  ends: readonly { readonly home: number; readonly away: number; readonly chance: number }[],
  max: number,
): Counts => {
  const totals = new Float64Array(2 * max + 1)
  const differences = new Float64Array(2 * max + 1)
  const home = new Float64Array(max + 1)
  const away = new Float64Array(max + 1)
  for (const end of ends) {
    totals[end.home + end.away] = (totals[end.home + end.away] ?? 0) + end.chance
    differences[end.home - end.away + max] = (differences[end.home - end.away + max] ?? 0) + end.chance
    home[end.home] = (home[end.home] ?? 0) + end.chance
    away[end.away] = (away[end.away] ?? 0) + end.chance
  }
  return { totals, totalFrom: 0, differences, differenceFrom: -max, home, homeFrom: 0, away, awayFrom: 0 }
}
