import { cents, floorToCents, fraction, type Cents } from '@palpite/money'
import { multiply, type Fraction } from '@palpite/money/fraction'
import { priceFraction, type PriceMilli } from '../price.ts'
import { returnFactor, type Resolution } from '../resolution.ts'

/** Exactly what a single returns, in cents and parts of cents. */
export const exactSingleReturn = (stakeCents: Cents, price: Fraction, outcome: Resolution): Fraction =>
  multiply(fraction(stakeCents), returnFactor(outcome, price))

/**
 * What a single returns: stake × (won × price + refunded), rounded down once to the cent.
 * Asserts: a stake of whole cents, zero or more.
 * Source: docs/maths/returns.md §1.
 */
export const singleReturn = (stakeCents: Cents, price: PriceMilli, outcome: Resolution): Cents => {
  if (!Number.isSafeInteger(stakeCents)) throw new Error(`not a bet: stake_not_whole_cents, ${stakeCents}`)
  if (stakeCents < 0) throw new Error('not a bet: stake_negative')
  // Everyday bets stay within the safe integers: eight times faster than the exact fraction, and equal to it.
  const paid = stakeCents * (outcome.won * price + outcome.refunded * 1000)
  const parts = outcome.of * 1000
  if (Number.isSafeInteger(paid)) return cents((paid - (paid % parts)) / parts)
  return floorToCents(exactSingleReturn(stakeCents, priceFraction(price), outcome))
}

/** The most a single can return: what it returns when it wins. */
export const potentialReturn = (stakeCents: Cents, price: PriceMilli): Cents =>
  singleReturn(stakeCents, price, { won: 1, refunded: 0, of: 1 })
