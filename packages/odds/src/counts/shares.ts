import { againstLine } from '../markets/lines.ts'
import type { Counts } from './counts.ts'

/** Expected shares of a stake: won, refunded, lost. They sum to 1. */
export type Shares = { readonly won: number; readonly refunded: number; readonly lost: number }

/** The chance of winning without refunds; the fair price is its inverse. */
export const decidedChance = ({ won, lost }: Shares): number => (won + lost === 0 ? 0 : won / (won + lost))

/** Chances of home, draw and away. */
export const resultChances = (counts: Counts): { home: number; draw: number; away: number } => {
  const sums = { home: 0, draw: 0, away: 0 }
  for (const [place, chance] of counts.differences.entries()) {
    const margin = place + counts.differenceFrom
    sums[margin > 0 ? 'home' : margin < 0 ? 'away' : 'draw'] += chance
  }
  return sums
}

/**
 * Shares above the line for a count whose chances are listed from `from` on. Line in quarters; a quarter line is half
 * the stake on each neighbour, settled exactly as a bet would be.
 */
export const lineShares = (chances: Float64Array, from: number, line: number): Shares => {
  let won = 0
  let refunded = 0
  let lost = 0
  for (let place = 0; place < chances.length; place += 1) {
    const chance = chances[place] ?? 0
    const excess = (place + from) * 4 - line
    // Beyond a quarter from the line nothing is split: most counts need no rule.
    if (excess > 1) won += chance
    else if (excess < -1) lost += chance
    else {
      const share = againstLine(excess)
      won += (chance * share.won) / share.of
      refunded += (chance * share.refunded) / share.of
      lost += (chance * (share.of - share.won - share.refunded)) / share.of
    }
  }
  return { won, refunded, lost }
}

/** Home side with its handicap (the home side's line, in quarters). */
export const handicapShares = (counts: Counts, line: number): Shares =>
  lineShares(counts.differences, counts.differenceFrom, -line)

/** Home, draw and away after a whole handicap for the home side. */
export const startChances = (counts: Counts, line: number): { home: number; draw: number; away: number } => {
  const { won, refunded, lost } = handicapShares(counts, line)
  return { home: won, draw: refunded, away: lost }
}

/** An odd sum. */
export const oddChance = (counts: Counts): number => {
  let odd = 0
  for (const [place, chance] of counts.totals.entries())
    odd += (place + counts.totalFrom) % 2 === 1 ? chance : 0
  return odd
}
