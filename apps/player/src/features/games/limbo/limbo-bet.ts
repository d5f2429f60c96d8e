import { limboWinningSteps } from '@palpite/games'
import type { RoundOdds } from '../auto/chance-of-ruin.ts'
import type { StakeBounds } from '../stake.ts'

/** The game's smallest and largest target, in hundredths. */
export const targetBounds = { min: 101, max: 100_000_000 } as const

/** The one-tap targets, in hundredths. */
export const quickTargets = [150, 200, 500, 1000, 10_000] as const

const steps = 2 ** 24

/** The nearest valid target, in hundredths. */
export const withinTargets = (hundredths: number): number =>
  Math.min(targetBounds.max, Math.max(targetBounds.min, Math.round(hundredths)))

/** The exact chance to reach the target, as a fraction. */
export const chanceOf = (targetHundredths: number): number => limboWinningSteps(targetHundredths) / steps

/** A round's exact chance and its payout if won. */
export const oddsOf = (targetHundredths: number): RoundOdds => ({
  chance: chanceOf(targetHundredths),
  multiplierE4: targetHundredths * 100,
})

/** The payout at this target, rounded down to the cent. */
export const payoutOf = (stakeCents: number, targetHundredths: number): number =>
  Math.floor((stakeCents * targetHundredths) / 100)

/** The stake bounds: the game's, and those of the maximum payout at this target. */
export const stakeBoundsOf = (
  targetHundredths: number,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds => ({
  minStakeCents,
  maxStakeCents,
  maxPayoutCents,
  maxPaidStakeCents: Math.floor((maxPayoutCents * 100) / targetHundredths),
})

/** From here on the rocket is at the top. */
const skyHundredths = 100_000

/** A multiplier's height in the sky, 0 to 1: each doubling climbs equally. */
export const heightOf = (hundredths: number): number =>
  Math.min(1, Math.max(0, Math.log(hundredths / 100) / Math.log(skyHundredths / 100)))
