import { bytesToHex } from '@noble/hashes/utils.js'
import { cents, type Cents } from '@palpite/money'
import { fraction, type Fraction } from '@palpite/money/fraction'
import type { HmacSha256 } from './fairness.ts'
import { payoutCents, type Multiplier } from './multiplier.ts'

const STEPS = 2 ** 32
const HOUSE_EDGE = 0.01
const MIN_TARGET = 101
const GREATEST_TARGET = 100_000_000

export type CrashRefusal = 'target_not_whole' | 'target_too_low' | 'target_too_high'

/** Why this automatic cash-out (in hundredths) is invalid, if so: 1.01 to 1,000,000.00. */
export const checkCrashTarget = (target: Multiplier): CrashRefusal | undefined => {
  if (!Number.isSafeInteger(target)) return 'target_not_whole'
  if (target < MIN_TARGET) return 'target_too_low'
  return target > GREATEST_TARGET ? 'target_too_high' : undefined
}

/** The curve's end for one of the 2^32 equally likely steps, in hundredths: 2^32 / (step + 1) × 0.99, at least 1.00. */
const crashPointOf = (step: number, houseEdge = HOUSE_EDGE): Multiplier => {
  // In doubles and in this order, as public verifiers compute it.
  return Math.floor(Math.max(1, (STEPS / (step + 1)) * (1 - houseEdge)) * 100)
}

/** The curve's end in a shared round: the first 32 bits of HMAC(game hash, salt). Source: docs/maths/crash.md. */
export const crashPoint = (
  hmac: HmacSha256,
  round: { gameHash: string; salt: string },
  houseEdge = HOUSE_EDGE,
): Multiplier =>
  crashPointOf(Number.parseInt(bytesToHex(hmac(round.gameHash, round.salt)).slice(0, 8), 16), houseEdge)

/** The curve after this many milliseconds, in hundredths: it grows by 6 % per second, continuously. */
export const crashCurve = (elapsedMs: number): Multiplier => {
  if (!(elapsedMs >= 0)) throw new Error(`time runs forward, got ${elapsedMs}`)
  return Math.floor(100 * Math.exp(0.00006 * elapsedMs) + 1e-9)
}

/** The first millisecond at which the curve shows this multiplier. */
export const crashTimeMs = (multiplier: Multiplier): number => {
  let elapsed = Math.max(0, Math.floor(Math.log(multiplier / 100) / 0.00006))
  while (crashCurve(elapsed) < multiplier) elapsed += 1
  return elapsed
}

/** A cash-out at a reached multiplier pays it, including the end itself. */
export const crashPayoutCents = (stakeCents: Cents, cashOutAt: Multiplier, point: Multiplier): Cents =>
  cashOutAt <= point && cashOutAt >= 100 ? payoutCents(stakeCents, cashOutAt) : cents(0)

/** How many of the 2^32 steps reach this multiplier, exactly, by search: points fall as steps rise. */
const reachingSteps = (target: Multiplier): number => {
  let [wins, misses] = [0, STEPS]
  while (wins < misses) {
    const middle = Math.floor((wins + misses) / 2)
    if (crashPointOf(middle) >= target) wins = middle + 1
    else misses = middle
  }
  return wins
}

/** Exact return to player of always cashing out at this multiplier. */
export const crashReturnToPlayer = (target: Multiplier): Fraction =>
  fraction(BigInt(reachingSteps(target)) * BigInt(target), BigInt(STEPS) * 100n)
