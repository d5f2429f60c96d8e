import { limboWinningSteps } from '@palpite/games'
import type { RoundOdds } from '../auto/chance-of-ruin.ts'
import type { StakeBounds } from '../stake.ts'

/** The least and the greatest target of the game, in hundredths. */
export const targetBounds = { min: 101, max: 100_000_000 } as const

/** The targets offered by a tap, in hundredths. */
export const quickTargets = [150, 200, 500, 1000, 10_000] as const

const steps = 2 ** 24

/** The target that the game takes nearest to this one, in hundredths. */
export const withinTargets = (hundredths: number): number =>
  Math.min(targetBounds.max, Math.max(targetBounds.min, Math.round(hundredths)))

/** The exact chance that a round reaches the target, as a share of one. */
export const chanceOf = (targetHundredths: number): number => limboWinningSteps(targetHundredths) / steps

/** The exact chance of a round, and what it pays when it is won. */
export const oddsOf = (targetHundredths: number): RoundOdds => ({
  chance: chanceOf(targetHundredths),
  multiplierE4: targetHundredths * 100,
})

/** What a win at this target pays, rounded down to the cent. */
export const payoutOf = (stakeCents: number, targetHundredths: number): number =>
  Math.floor((stakeCents * targetHundredths) / 100)

/** The bounds of a stake: those of the game, and what the most a round pays leaves room for at this target. */
export const stakeBoundsOf = (
  targetHundredths: number,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds => ({
  minStakeCents,
  maxStakeCents,
  maxPayoutCents,
  maxPaidStakeCents: Math.floor((maxPayoutCents * 100) / targetHundredths),
})

/** From here on the rocket is at the top of the sky. */
const skyHundredths = 100_000

/** How high a multiplier stands in the sky, 0 to 1: each doubling climbs as far as the one before. */
export const heightOf = (hundredths: number): number =>
  Math.min(1, Math.max(0, Math.log(hundredths / 100) / Math.log(skyHundredths / 100)))
