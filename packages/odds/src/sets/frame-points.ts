import type { Counts } from '../counts/counts.ts'
import { pairCounts } from '../counts/pair-counts.ts'

/**
 * A frame's points: the winner's are uniform, the loser's uniform from zero to below both bounds. The house's
 * assumption, not measured: docs/maths/sets.md.
 */
export const FRAME_POINTS = { winner: [58, 104], loserBelow: 62 } as const

/** How many point values the loser may have against these of the winner: 0 and up. */
export const loserPoints = (winner: number): number => Math.min(winner - 1, FRAME_POINTS.loserBelow)

/** A frame's possible points before it begins, from home's win chance. Asserts: a chance from 0 to 1. */
export const framePoints = (frame: number): Counts => {
  if (!(frame >= 0 && frame <= 1)) throw new Error(`not a chance: ${frame}`)
  const [least, most] = FRAME_POINTS.winner
  const winners = Array.from({ length: most - least + 1 }, (_, place) => least + place)
  const ends = winners.flatMap((won) =>
    Array.from({ length: loserPoints(won) }, (_, lost) => {
      const chance = 1 / winners.length / loserPoints(won)
      return [
        { home: won, away: lost, chance: chance * frame },
        { home: lost, away: won, chance: chance * (1 - frame) },
      ]
    }).flat(),
  )
  return pairCounts(ends, most)
}
