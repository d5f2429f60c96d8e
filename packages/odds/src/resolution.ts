import { fraction, type Fraction } from '@palpite/money/fraction'

/**
 * A selection's result: of each `of` parts of the stake, `won` are won, `refunded` are refunded, the rest is lost.
 * Whole numbers, so it is stored and compared exactly.
 */
export type Resolution = { readonly won: number; readonly refunded: number; readonly of: number }

export const WON: Resolution = { won: 1, refunded: 0, of: 1 }
export const LOST: Resolution = { won: 0, refunded: 0, of: 1 }
export const VOID: Resolution = { won: 0, refunded: 1, of: 1 }
export const HALF_WON: Resolution = { won: 1, refunded: 1, of: 2 }
export const HALF_LOST: Resolution = { won: 0, refunded: 1, of: 2 }

/** More parts than any feed's share. */
export const GREATEST_PARTS = 1_000_000

/**
 * A resolution in lowest terms, so that equal ones compare equal. Asserts: whole numbers, none negative, won +
 * refunded at most `of`, `of` at most a million.
 */
export const resolution = (won: number, refunded: number, of: number): Resolution => {
  const whole = [won, refunded, of].every((part) => Number.isSafeInteger(part) && part >= 0)
  if (!whole || of < 1 || of > GREATEST_PARTS || won + refunded > of) {
    throw new Error(`not a resolution: ${won} won and ${refunded} refunded of ${of}`)
  }
  const divisor = divisorOf(of, divisorOf(won, refunded))
  return { won: won / divisor, refunded: refunded / divisor, of: of / divisor }
}

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b))

/**
 * A dead heat: `tied` runners share `places` paid places; each wins places/tied of the stake. Asserts: at least one
 * tied; at least as many places as tied runners pays in full.
 */
export const deadHeat = (places: number, tied: number): Resolution =>
  resolution(Math.min(places, tied), 0, tied)

/** Whether two resolutions are equal. */
export const isSameResolution = (a: Resolution, b: Resolution): boolean =>
  a.won * b.of === b.won * a.of && a.refunded * b.of === b.refunded * a.of

/** The return per unit: won × price + refunded, exactly. */
export const returnFactor = (outcome: Resolution, price: Fraction): Fraction =>
  fraction(BigInt(outcome.won) * price.n + BigInt(outcome.refunded) * price.d, BigInt(outcome.of) * price.d)

export type ResultName = 'won' | 'half_won' | 'void' | 'half_lost' | 'lost' | 'dead_heat'

/** A resolution's name. A part won without a refund is a dead heat. */
export const resultName = ({ won, refunded, of }: Resolution): ResultName => {
  if (won === of) return 'won'
  if (refunded === of) return 'void'
  if (won > 0) return refunded > 0 ? 'half_won' : 'dead_heat'
  return refunded > 0 ? 'half_lost' : 'lost'
}

/** The bet result codes of SPEC §3 that a settled bet can have. */
export type ResultCode = 10 | 11 | 20 | 21 | 90

const CODES: Record<ResultName, ResultCode> = {
  won: 10,
  dead_heat: 10,
  half_won: 21,
  void: 90,
  half_lost: 11,
  lost: 20,
}

/** A resolution's result code: derived from it, never the reverse. */
export const resultCode = (outcome: Resolution): ResultCode => CODES[resultName(outcome)]
