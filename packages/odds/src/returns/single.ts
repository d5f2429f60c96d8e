import { cents, floorToCents, fraction, type Cents } from '@palpite/money'
import { multiply, type Fraction } from '@palpite/money/fraction'
import { priceFraction, type PriceMilli } from '../price.ts'
import { returnFactor, type Resolution } from '../resolution.ts'

/** A single's exact return in fractional cents. */
export const exactSingleReturn = (stakeCents: Cents, price: Fraction, outcome: Resolution): Fraction =>
  multiply(fraction(stakeCents), returnFactor(outcome, price))

/**
 * A single's return: stake × (won × price + refunded), rounded down once to the cent. Asserts: a stake of whole cents,
 * zero or more. Source: docs/maths/returns.md §1.
 */
export const singleReturn = (stakeCents: Cents, price: PriceMilli, outcome: Resolution): Cents => {
  if (!Number.isSafeInteger(stakeCents)) throw new Error(`not a bet: stake_not_whole_cents, ${stakeCents}`)
  if (stakeCents < 0) throw new Error('not a bet: stake_negative')
  // Usual bets stay within safe integers: eight times faster than the exact fraction, and equal to it.
  const paid = stakeCents * (outcome.won * price + outcome.refunded * 1000)
  const parts = outcome.of * 1000
  if (Number.isSafeInteger(paid)) return cents((paid - (paid % parts)) / parts)
  return floorToCents(exactSingleReturn(stakeCents, priceFraction(price), outcome))
}

/** A single's maximum return: when it wins. */
export const potentialReturn = (stakeCents: Cents, price: PriceMilli): Cents =>
  singleReturn(stakeCents, price, { won: 1, refunded: 0, of: 1 })
