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

/** The smallest and largest chance the game offers, as a fraction. */
export const chanceBounds = { min: minChance / results, max: maxChance / results } as const

/** Whether the game offers this chance, in hundredths of a percent. Otherwise it is moved, which the page must say. */
export const isChanceOffered = (chance: number): boolean => chance >= minChance && chance <= maxChance

/** The bet on the same side whose chance, in hundredths of a percent, is nearest. */
export const withChance = (bet: DiceBet, chance: number): DiceBet => {
  const allowed = whole(chance, minChance, maxChance)
  return { ...bet, targetHundredths: bet.side === 'under' ? allowed : results - allowed }
}

/** The smallest and largest valid target on this bet's side. */
export const targetBoundsOf = ({ side }: Pick<DiceBet, 'side'>): { min: number; max: number } =>
  side === 'under'
    ? { min: minChance, max: maxChance }
    : { min: results - maxChance, max: results - minChance }

/** The bet on the same side with the nearest valid target. */
export const withTarget = (bet: DiceBet, targetHundredths: number): DiceBet =>
  withChance(bet, diceChance({ ...bet, targetHundredths: Math.round(targetHundredths) }))

/** The bet on the same side whose multiplier, in ten-thousandths, is nearest. */
export const withMultiplier = (bet: DiceBet, multiplierE4: number): DiceBet =>
  multiplierE4 > 0 ? withChance(bet, chanceAt(multiplierE4)) : bet

/** The chance, in hundredths of a percent, that pays this multiplier, in ten-thousandths. */
export const chanceAt = (multiplierE4: number): number => 99_000_000 / multiplierE4

/** The other side at the same chance. */
export const swapped = (bet: DiceBet): DiceBet => ({
  side: bet.side === 'over' ? 'under' : 'over',
  targetHundredths: results - bet.targetHundredths,
})

/** What the screen shows of a bet: chance as a fraction, multiplier in ten-thousandths. */
export const termsOf = (bet: DiceBet) => ({
  chance: diceChance(bet) / results,
  multiplierE4: checkDiceBet(bet) ? 0 : diceMultiplier(bet),
})

/** A round's exact chance and its payout if won. */
export const oddsOf = (bet: DiceBet): RoundOdds => ({
  chance: diceChance(bet) / DICE_RESULTS,
  multiplierE4: termsOf(bet).multiplierE4,
})

/** The stake bounds of this bet: the game's, and those of the maximum payout at this multiplier. */
export const stakeBoundsOf = (
  bet: DiceBet,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds => ({
  minStakeCents,
  maxStakeCents,
  maxPayoutCents,
  maxPaidStakeCents: diceMaxStake(bet, maxPayoutCents),
})
