import {
  checkDiceBet,
  DICE_RESULTS,
  diceChance,
  diceMaxStake,
  diceMultiplier,
  type DiceBet,
} from '@palpite/games'
import type { RoundOdds } from '../auto/chance-of-ruin.ts'
import type { StakeBounds } from '../stake.ts'

const results = 10_000
const minChance = 1
const maxChance = 9_800

const whole = (value: number, min: number, max: number) => Math.min(max, Math.max(min, Math.round(value)))

/** The least and the greatest chance that the game offers, as a share of one. */
export const chanceBounds = { min: minChance / results, max: maxChance / results } as const

/** Whether the game offers this chance, in hundredths of a percent. One it does not is moved, which has to be said. */
export const isChanceOffered = (chance: number): boolean => chance >= minChance && chance <= maxChance

/** The bet on the same side whose stated chance, in hundredths of a percent, is nearest to this one. */
export const withChance = (bet: DiceBet, chance: number): DiceBet => {
  const allowed = whole(chance, minChance, maxChance)
  return { ...bet, targetHundredths: bet.side === 'under' ? allowed : results - allowed }
}

/** The least and the greatest target that the game takes on the side of this bet. */
export const targetBoundsOf = ({ side }: Pick<DiceBet, 'side'>): { min: number; max: number } =>
  side === 'under'
    ? { min: minChance, max: maxChance }
    : { min: results - maxChance, max: results - minChance }

/** The bet on the same side with this target, moved to the nearest one that is allowed. */
export const withTarget = (bet: DiceBet, targetHundredths: number): DiceBet =>
  withChance(bet, diceChance({ ...bet, targetHundredths: Math.round(targetHundredths) }))

/** The bet on the same side whose multiplier is nearest to this one, in ten-thousandths. */
export const withMultiplier = (bet: DiceBet, multiplierE4: number): DiceBet =>
  multiplierE4 > 0 ? withChance(bet, chanceAt(multiplierE4)) : bet

/** The chance, in hundredths of a percent, that pays this multiplier, in ten-thousandths. */
export const chanceAt = (multiplierE4: number): number => 99_000_000 / multiplierE4

/** The other side at the same chance. */
export const swapped = (bet: DiceBet): DiceBet => ({
  side: bet.side === 'over' ? 'under' : 'over',
  targetHundredths: results - bet.targetHundredths,
})

/** What the screen shows of a bet: chance as a share of one, multiplier in ten-thousandths. */
export const termsOf = (bet: DiceBet) => ({
  chance: diceChance(bet) / results,
  multiplierE4: checkDiceBet(bet) ? 0 : diceMultiplier(bet),
})

/** The exact chance of a round, and what it pays when it is won. */
export const oddsOf = (bet: DiceBet): RoundOdds => ({
  chance: diceChance(bet) / DICE_RESULTS,
  multiplierE4: termsOf(bet).multiplierE4,
})

/** The bounds of a stake on this bet: those of the game, and what the most it pays leaves room for at this multiplier. */
export const stakeBoundsOf = (
  bet: DiceBet,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds => ({
  minStakeCents,
  maxStakeCents,
  maxPayoutCents,
  maxPaidStakeCents: diceMaxStake(bet, maxPayoutCents),
})
