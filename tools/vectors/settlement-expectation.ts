import { cents, halfUpToCents, type Cents } from '@palpite/money'
import {
  compare,
  floor,
  fraction,
  fractionFromDecimal,
  subtract,
  type Fraction,
} from '@palpite/money/fraction'
import { differs, text, type Json } from './case.ts'

/** Programs that divide decimals cut thirds after some twenty digits: such texts are right to fifteen. */
const CUT_DECIMALS = 15
const CUT_TOLERANCE = fraction(1n, 10n ** BigInt(CUT_DECIMALS - 1))

const isSame = (written: string, got: Fraction): boolean => {
  const wanted = fractionFromDecimal(written)
  if (!wanted) return false
  if (compare(wanted, got) === 0) return true
  const gap = subtract(wanted, got)
  const size = gap.n < 0n ? { n: -gap.n, d: gap.d } : gap
  return (written.split('.')[1] ?? '').length >= CUT_DECIMALS && compare(size, CUT_TOLERANCE) < 0
}

/**
 * Is our exact return, in cents, what the file says in money? Files round `payout_cents` half up where the product
 * rounds down, so that number is compared with our exact return rounded their way.
 */
export const readsAs = (field: string, expected: Json, exactCents: Fraction): string | undefined => {
  const written = text(expected[field])
  const inMoney = fraction(exactCents.n, exactCents.d * 100n)
  if (written === undefined || !isSame(written, inMoney)) {
    return `${field}: expected ${String(written)}, got ${inMoney.n}/${inMoney.d}`
  }
  const whole = expected['payout_cents']
  return field === 'payout' && whole !== undefined
    ? differs('payout_cents', whole, halfUpToCents(exactCents))
    : undefined
}

/** A decimal of the file in cents, if it has no more than two decimals. */
export const wholeCents = (value: unknown): Cents | undefined => {
  const exact = fractionFromDecimal(text(value) ?? '')
  const inCents = exact && { n: exact.n * 100n, d: exact.d }
  return inCents && inCents.n % inCents.d === 0n ? cents(Number(floor(inCents))) : undefined
}
