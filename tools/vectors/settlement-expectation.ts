import { cents, halfUpToCents, type Cents } from '@palpite/money'
import { compare, floor, fraction, multiply, subtract, type Fraction } from '@palpite/money/fraction'
import { differs, number, text } from './case.ts'

/** Decimals beyond these are dropped before reading: files write forty and more. */
const READ_DECIMALS = 30
const READ_DIGITS = 15

type Decimal = { readonly value: Fraction; readonly decimals: number }

/** A decimal of a file, of any length. */
const readDecimal = (value: unknown): Decimal | undefined => {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec((text(value) ?? '').trim())
  const [, sign = '', whole = '', written = ''] = match ?? []
  if (whole === '' || whole.length > READ_DIGITS) return undefined
  const decimals = written.slice(0, READ_DECIMALS)
  const size = fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
  return { value: sign === '-' ? { n: -size.n, d: size.d } : size, decimals: decimals.length }
}

/** The same without its number of decimals. */
export const readFraction = (value: unknown): Fraction | undefined => readDecimal(value)?.value

/**
 * Texts this long come out of programs that divide: decimals cut after some twenty digits, right to fourteen, or
 * doubles, right to eleven at the amounts of a bet.
 */
const LONG = [
  { from: 15, within: fraction(1n, 10n ** 14n) },
  { from: 12, within: fraction(1n, 10n ** 11n) },
] as const
/** From here on a text may be a longer number cut or rounded at its last digit; shorter ones must be exact. */
const ROUNDED_FROM = 6
const THIRDS_FROM = 2

const isFinite = (value: Fraction): boolean => {
  let rest = value.d
  for (const prime of [2n, 5n]) while (rest % prime === 0n) rest /= prime
  return rest === 1n
}

/** Is the text our exact number, or as near to it as its own last digit allows? */
const isSame = (written: Decimal, got: Fraction): boolean => {
  const gap = subtract(written.value, got)
  if (gap.n === 0n) return true
  const size = { n: gap.n < 0n ? -gap.n : gap.n, d: gap.d }
  const long = LONG.find(({ from }) => written.decimals >= from)
  if (long) return compare(size, long.within) < 0
  if (written.decimals < (isFinite(got) ? ROUNDED_FROM : THIRDS_FROM)) return false
  const scale = fraction(10n ** BigInt(written.decimals))
  const [digits, wanted] = [multiply(got, scale), multiply(written.value, scale)]
  const positive = { n: digits.n < 0n ? -digits.n : digits.n, d: digits.d }
  const sign = digits.n < 0n ? -1n : 1n
  const rounded = [floor(positive), (positive.n * 2n + positive.d) / (positive.d * 2n)]
  return rounded.some((whole) => sign * whole === wanted.n / wanted.d)
}

/** Is our exact amount, in cents, what the file says in money? */
export const readsAs = (field: string, written: unknown, exactCents: Fraction): string | undefined => {
  const decimal = readDecimal(written)
  const inMoney = fraction(exactCents.n, exactCents.d * 100n)
  return decimal && isSame(decimal, inMoney)
    ? undefined
    : `${field}: expected ${String(text(written))}, got ${inMoney.n}/${inMoney.d}`
}

/**
 * How the money of an expectation is compared. Files round `payout_cents` half up where the product rounds down, so
 * that number is compared with our exact return rounded their way.
 */
export const moneyComparisons = (exactCents: Fraction, stakeCents: Fraction) => ({
  payout: (value: unknown) => readsAs('payout', value, exactCents),
  payout_cents: (value: unknown) => differs('payout_cents', number(value), halfUpToCents(exactCents)),
  profit: (value: unknown) => readsAs('profit', value, subtract(exactCents, stakeCents)),
})

/** An amount of money in a file, in cents and parts of cents. */
export const readCents = (value: unknown): Fraction | undefined => {
  const exact = readFraction(value)
  return exact && multiply(exact, fraction(100))
}

/** The amount if it is whole cents, as the product takes it. */
export const wholeCents = (exact: Fraction | undefined): Cents | undefined =>
  exact && exact.n % exact.d === 0n && exact.n >= 0n ? cents(Number(floor(exact))) : undefined
