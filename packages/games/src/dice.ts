import { cents, type Cents } from '@palpite/money'
import { fairWords, scale, type HmacSha256, type Seeds } from './fairness.ts'
import { assertPayable } from './stake.ts'

/** Results are 0.00 to 100.00 in hundredths: 0 to 10,000, so 10,001 of them. */
export const DICE_RESULTS = 10_001

/** Multipliers are in ten-thousandths: 2.0000 → 20,000. */
const MULTIPLIER_UNIT = 10_000
/** 99 % ÷ chance, where chance is in hundredths of a percent and the multiplier in ten-thousandths. */
const PAYS = 99 * 100 * MULTIPLIER_UNIT
/** The version of dice; 1 truncated the multiplier to four decimals, 2 rounds to the nearest. The roll is the same. */
export const DICE_VERSION = 2
const MIN_CHANCE = 1
const GREATEST_CHANCE = 9_800

/** A bet that the roll is over or under a target in hundredths. The target itself loses. */
export type DiceBet = { readonly side: 'over' | 'under'; readonly targetHundredths: number }

export type DiceRefusal = 'target_not_whole' | 'chance_too_small' | 'chance_too_great'

/**
 * The stated win chance in hundredths of a percent: under 49.50 wins 4,950 of 10,000. (The true chance is that many of
 * 10,001 results; see `diceReturnToPlayer`.)
 */
export const diceChance = (bet: DiceBet): number =>
  bet.side === 'under' ? bet.targetHundredths : DICE_RESULTS - 1 - bet.targetHundredths

/** Why this bet is invalid, if so: the stated chance must be 0.01 % to 98.00 %. */
export const checkDiceBet = (bet: DiceBet): DiceRefusal | undefined => {
  if (!Number.isSafeInteger(bet.targetHundredths)) return 'target_not_whole'
  const chance = diceChance(bet)
  if (chance < MIN_CHANCE) return 'chance_too_small'
  if (chance > GREATEST_CHANCE) return 'chance_too_great'
  return undefined
}

/**
 * A win's payout including the stake, in ten-thousandths: 99 / chance %, rounded to four decimals, half up. What is
 * shown is paid. Version 1 truncated. Asserts: a bet that `checkDiceBet` allows, a known version. Source:
 * docs/maths/dice.md.
 */
export const diceMultiplier = (bet: DiceBet, version: number = DICE_VERSION): number => {
  const refusal = checkDiceBet(bet)
  if (refusal) throw new Error(`not a dice bet: ${refusal}`)
  const chance = diceChance(bet)
  if (version === 1) return Math.floor(PAYS / chance)
  if (version !== DICE_VERSION) throw new Error(`dice has no version ${version}`)
  return Math.floor((2 * PAYS + chance) / (2 * chance))
}

/** The roll of these seeds in hundredths, 0 to 10,000: floor(float × 10,001). */
export const rollDice = (hmac: HmacSha256, seeds: Seeds): number => {
  const [value = 0] = fairWords(hmac, seeds, 1)
  return scale(value, DICE_RESULTS)
}

/** Whether this roll wins the bet. */
export const isDiceWin = (bet: DiceBet, resultHundredths: number): boolean =>
  bet.side === 'over' ? resultHundredths > bet.targetHundredths : resultHundredths < bet.targetHundredths

/** The bet's return on this roll by this version: stake × multiplier, rounded down to the cent, or nothing. */
export const dicePayoutCents = (
  stakeCents: Cents,
  bet: DiceBet,
  resultHundredths: number,
  version: number = DICE_VERSION,
): Cents => {
  assertPayable(stakeCents)
  if (!isDiceWin(bet, resultHundredths)) return cents(0)
  return cents(Number((BigInt(stakeCents) * BigInt(diceMultiplier(bet, version))) / BigInt(MULTIPLIER_UNIT)))
}

/** The largest stake whose win pays at most this, before rounding down. Asserts: a bet that `checkDiceBet` allows. */
export const diceMaxStake = (bet: DiceBet, maxPayoutCents: number): number =>
  Math.floor((maxPayoutCents * MULTIPLIER_UNIT) / diceMultiplier(bet))

/** Exact return to player of a bet, as multiplier × winning results / all results. 98.99 % for a bet at 2.0000. */
export const diceReturnToPlayer = (bet: DiceBet): { n: number; d: number } => ({
  n: diceMultiplier(bet) * diceChance(bet),
  d: MULTIPLIER_UNIT * DICE_RESULTS,
})
