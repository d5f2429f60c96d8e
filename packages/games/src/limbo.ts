import type { Cents } from '@palpite/money'
import { cents } from '@palpite/money'
import { fraction, type Fraction } from '@palpite/money/fraction'
import { fairWords, type HmacSha256, type Seeds } from './fairness.ts'
import { payoutCents, type Multiplier } from './multiplier.ts'

/** The number of equally likely steps. */
export const LIMBO_STEPS = 2 ** 24
/** 0.99 × 100: the return to player and hundredths at once. */
const PAYS = 99

/** The bounds of a target, in hundredths. */
export const LIMBO_MIN_TARGET = 101
export const LIMBO_MAX_TARGET = 100_000_000

export type LimboRefusal = 'target_not_whole' | 'target_too_low' | 'target_too_high'

/** Why this target (in hundredths) is invalid, if so: 1.01 to 1,000,000.00. */
export const checkLimboTarget = (target: Multiplier): LimboRefusal | undefined => {
  if (!Number.isSafeInteger(target)) return 'target_not_whole'
  if (target < LIMBO_MIN_TARGET) return 'target_too_low'
  return target > LIMBO_MAX_TARGET ? 'target_too_high' : undefined
}

/**
 * The result in hundredths of one of the 2^24 equally likely steps: 2^24 / (step + 1) × 0.99, floored, at least 1.00.
 */
export const limboResult = (step: number): Multiplier => {
  // In doubles and in this order, as public verifiers compute it: the last hundredth of high results depends on it.
  const exact = (LIMBO_STEPS / (step + 1)) * (1 - 0.01)
  return Math.max(100, Math.floor(exact * 100))
}

/**
 * The result of these seeds in hundredths, 1.00 and up.
 * Source: docs/maths/limbo.md.
 */
export const rollLimbo = (hmac: HmacSha256, seeds: Seeds): Multiplier => {
  const [word = 0] = fairWords(hmac, seeds, 1)
  return limboResult(Math.floor(word / 2 ** 8))
}

/** A result of the target or more wins. */
export const isLimboWin = (target: Multiplier, result: Multiplier): boolean => result >= target

/** The bet's return: stake × target, rounded down, or nothing. Asserts: a valid target. */
export const limboPayoutCents = (stakeCents: Cents, target: Multiplier, result: Multiplier): Cents => {
  const refusal = checkLimboTarget(target)
  if (refusal) throw new Error(`not a limbo target: ${refusal}`)
  return isLimboWin(target, result) ? payoutCents(stakeCents, target) : cents(0)
}

/**
 * How many of the 2^24 steps win at this target, exactly: results fall as steps rise, so the last winning one is found
 * by search.
 */
export const limboWinningSteps = (target: Multiplier): number => {
  let [wins, misses] = [0, LIMBO_STEPS]
  while (wins < misses) {
    const middle = Math.floor((wins + misses) / 2)
    if (limboResult(middle) >= target) wins = middle + 1
    else misses = middle
  }
  return wins
}

/**
 * Exact return to player at this target. It falls at very high targets, which few steps reach
 * (docs/maths/limbo.md).
 */
export const limboReturnToPlayer = (target: Multiplier): Fraction =>
  fraction(BigInt(limboWinningSteps(target)) * BigInt(target), BigInt(LIMBO_STEPS) * 100n)

/** The displayed win chance in percent. */
export const limboChancePercent = (target: Multiplier): number => (PAYS * 100) / target
