import { cents, type Cents } from './cents.ts'

/** An exact number n/d, in lowest terms, with d above zero. */
export type Fraction = { readonly n: bigint; readonly d: bigint }

const greatestCommonDivisor = (left: bigint, right: bigint): bigint => {
  let a = left < 0n ? -left : left
  let b = right
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}

/**
 * The exact number n/d.
 * Asserts: d is not zero; numbers given are safe integers.
 */
export const fraction = (n: bigint | number, d: bigint | number = 1n): Fraction => {
  const top = BigInt(n)
  const bottom = BigInt(d)
  if (bottom === 0n) throw new Error('a fraction cannot have a zero denominator')
  const sign = bottom < 0n ? -1n : 1n
  const divisor = greatestCommonDivisor(top, bottom * sign)
  return { n: (top * sign) / divisor, d: (bottom * sign) / divisor }
}

export const ZERO: Fraction = { n: 0n, d: 1n }
export const ONE: Fraction = { n: 1n, d: 1n }

/** Exact sum. */
export const add = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d)

/** Exact difference. */
export const subtract = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d)

/** Exact product. */
export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)

/** Exact quotient. Asserts: b is not zero. */
export const divide = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n)

/** Below zero when a < b, zero when equal, above zero when a > b. */
export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The nearest double: for display and statistics, never for money. */
export const toNumber = (a: Fraction): number => {
  const top = Number(a.n)
  const bottom = Number(a.d)
  if (Number.isFinite(top) && Number.isFinite(bottom)) return top / bottom
  // Both too large for doubles: drop the same number of low bits from each.
  const excess = BigInt(Math.max(a.n.toString(2).length, a.d.toString(2).length) - 1000)
  return Number(a.n >> excess) / Number(a.d >> excess)
}

/**
 * The exact value of a decimal text such as "1.85", "-0.25" or "12"; `undefined` if invalid. At most 40 characters,
 * against gigantic integers.
 */
export const fractionFromDecimal = (text: string): Fraction | undefined => {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match || text.length > 40) return undefined
  const [, sign = '', whole = '0', decimals = ''] = match
  const value = fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
  return sign === '-' ? { n: -value.n, d: value.d } : value
}

/** The largest whole number not above the value. */
export const floor = (a: Fraction): bigint => {
  const quotient = a.n / a.d
  return a.n < 0n && a.n % a.d !== 0n ? quotient - 1n : quotient
}

/** An amount in cents, rounded down to whole cents: the house's only rounding of returns. */
export const floorToCents = (amountInCents: Fraction): Cents => cents(Number(floor(amountInCents)))

/** The value of an amount counted in cents, rounded to the nearest cent, a half away from zero. */
export const halfUpToCents = (amountInCents: Fraction): Cents => {
  const negative = amountInCents.n < 0n
  const size = negative ? -amountInCents.n : amountInCents.n
  const nearest = (size * 2n + amountInCents.d) / (amountInCents.d * 2n)
  return cents(Number(negative ? -nearest : nearest))
}
