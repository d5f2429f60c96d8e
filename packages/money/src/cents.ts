declare const unit: unique symbol

/** Whole cents of BRL: always a safe integer. Created by `cents`, never by a bare cast. */
export type Cents = number & { readonly [unit]: 'Cents' }

/** The maximum amount at the edge: R$ 10 billion. Sums of thousands of such amounts stay exact. */
const GREATEST_CENTS = 1_000_000_000_000

/** The number as cents. Asserts: a safe integer (negative is allowed: ledger entries have a sign). */
export const cents = (amount: number): Cents => {
  if (!Number.isSafeInteger(amount)) throw new Error(`cents must be a safe integer, got ${amount}`)
  // -0 would print as "-0" and is not equal to 0 by Object.is.
  return (amount === 0 ? 0 : amount) as Cents
}

/**
 * The cents of a wire amount in reais; `undefined` if invalid: more than two decimals, not finite, negative, or above
 * R$ 10 billion.
 */
export const centsFromReais = (reais: number): Cents | undefined => {
  if (!Number.isFinite(reais) || reais < 0) return undefined
  const amount = Math.round(reais * 100)
  if (amount > GREATEST_CENTS) return undefined
  // amount / 100 is the double nearest to that decimal: equal exactly when at most two decimals were written.
  return amount / 100 === reais ? cents(amount) : undefined
}

/** The amount in reais, as the nearest double. For the wire only, never for arithmetic. */
export const reaisFromCents = (amount: Cents): number => amount / 100

/** The amount as text with a point and two decimals, as in PIX and BR Codes: 1050 → "10.50". */
export const plainReais = (amount: Cents): string => {
  const whole = Math.abs(amount)
  const sign = amount < 0 ? '-' : ''
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** Sum of a list of amounts. Asserts: the sum is safe. */
export const sumCents = (amounts: readonly Cents[]): Cents =>
  cents(amounts.reduce((sum, one) => sum + one, 0))
