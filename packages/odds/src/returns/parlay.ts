import { cents, fraction, type Cents } from '@palpite/money'
import { add, compare, floor, type Fraction } from '@palpite/money/fraction'
import { isPriceMilli, type PriceMilli } from '../price.ts'
import { type Resolution, type ResultCode, VOID, WON } from '../resolution.ts'

/** A leg of a multiple. Without a resolution it is open. A banker is part of every combination. */
export type Leg = {
  readonly priceMilli: PriceMilli
  readonly resolution?: Resolution | undefined
  readonly banker?: boolean
}

/** A bet on combinations: every fold of the non-banker legs, each with all bankers, for the unit stake. */
export type MultipleBet = {
  readonly unitStakeCents: Cents
  readonly legs: readonly Leg[]
  /** Combination sizes of the non-banker legs; [n] alone is a parlay. */
  readonly folds: readonly number[]
  /**
   * Two bets in one, each for the unit stake: the first half of its legs to win, the second half, in order, to be
   * placed. The folds are those of one half.
   */
  readonly isEachWay?: boolean | undefined
  /** The maximum return of a bet; R$ 10 billion by default, where whole cents are exact. */
  readonly maxReturnCents?: Cents
}

const GREATEST_RETURN_CENTS = cents(1_000_000_000_000)

/** 63 legs are 9 × 10^18 combinations: more is no bet, and they are never enumerated. */
export const MAX_LEGS = 63

/** The house's maximum legs per bet. Source: SPEC, Sports. */
export const MAX_LEGS_OF_BET = 12

/** What is wrong with a bet of several legs. */
export type MultipleRefusal =
  | 'stake_not_whole_cents'
  | 'stake_negative'
  | 'too_few_legs'
  | 'too_many_legs'
  | 'odds_not_above_one'
  | 'no_folds'
  | 'fold_out_of_range'
  | 'fold_repeated'
  | 'halves_differ'

/** Its bets: one, or for each-way the win and the place bet. */
export const partsOf = <
  L extends Leg,
  B extends { readonly legs: readonly L[]; readonly isEachWay?: boolean | undefined },
>(
  bet: B & { readonly legs: readonly L[] },
): readonly (B & { readonly legs: readonly L[] })[] => {
  if (!bet.isEachWay) return [bet]
  const half = bet.legs.length / 2
  const part = (legs: readonly L[]) => ({ ...bet, legs, isEachWay: false })
  return [part(bet.legs.slice(0, half)), part(bet.legs.slice(half))]
}

/** Why this is no valid bet, if so. */
export const checkMultiple = (bet: MultipleBet): MultipleRefusal | undefined => {
  if (!bet.isEachWay) return checkPart(bet)
  const [win, place] = partsOf(bet)
  const isAlike = (leg: Leg, at: number) => (leg.banker ?? false) === (place?.legs[at]?.banker ?? false)
  if (!win || !place || win.legs.length !== place.legs.length || !win.legs.every(isAlike))
    return 'halves_differ'
  return checkPart(win) ?? checkPart(place)
}

const checkPart = (bet: MultipleBet): MultipleRefusal | undefined => {
  if (!Number.isSafeInteger(bet.unitStakeCents)) return 'stake_not_whole_cents'
  if (bet.unitStakeCents < 0) return 'stake_negative'
  if (bet.legs.length < 1) return 'too_few_legs'
  if (bet.legs.length > MAX_LEGS) return 'too_many_legs'
  if (!bet.legs.every((leg) => isPriceMilli(leg.priceMilli))) return 'odds_not_above_one'
  if (bet.folds.length === 0) return 'no_folds'
  const free = bet.legs.filter((leg) => !leg.banker).length
  const min = free < bet.legs.length ? 0 : 1
  if (!bet.folds.every((fold) => Number.isSafeInteger(fold) && fold >= min && fold <= free))
    return 'fold_out_of_range'
  return new Set(bet.folds).size === bet.folds.length ? undefined : 'fold_repeated'
}

const choose = (from: number, pick: number): bigint => {
  let ways = 1n
  for (let place = 0; place < pick; place += 1) ways = (ways * BigInt(from - place)) / BigInt(place + 1)
  return ways
}

/** The number of combinations, and so of unit stakes. Asserts: a bet that `checkMultiple` allows. */
export const combinationCount = (bet: MultipleBet): bigint => {
  assertBet(bet)
  return partsOf(bet).reduce((sum, part) => sum + countOf(part), 0n)
}

const countOf = (bet: MultipleBet): bigint => {
  const free = bet.legs.filter((leg) => !leg.banker).length
  return bet.folds.reduce((sum, fold) => sum + choose(free, fold), 0n)
}

/** The number of combinations with each leg, in order. Asserts: a bet that `checkMultiple` allows. */
export const combinationsByLeg = (bet: MultipleBet): bigint[] => {
  assertBet(bet)
  const [part = bet] = partsOf(bet) // its halves are alike
  const others = part.legs.filter((leg) => !leg.banker).length - 1
  const ofBanker = countOf(part)
  const ofOther = bet.folds.reduce((sum, fold) => sum + (fold === 0 ? 0n : choose(others, fold - 1)), 0n)
  return bet.legs.map((leg) => (leg.banker ? ofBanker : ofOther))
}

const assertBet = (bet: MultipleBet): void => {
  const refusal = checkMultiple(bet)
  if (refusal) throw new Error(`not a bet: ${refusal}`)
}

/**
 * The sum over all combinations of the product of their factors, without listing them: the coefficients of Π (d + n·x)
 * are the elementary symmetric sums of the factors n/d. Quadratic in the legs. Source: docs/maths/returns.md §3.
 */
export const combinedFactor = (
  factors: readonly Fraction[],
  folds: readonly number[],
  bankers: readonly Fraction[],
): Fraction => {
  const { n, d } = combined(factors, folds, bankers)
  return fraction(n, d)
}

/** The same for fractions that need not be in lowest terms. */
const combined = (
  factors: readonly Fraction[],
  folds: readonly number[],
  bankers: readonly Fraction[],
): Fraction => {
  const [fold] = folds
  // All legs in one combination: each acts as a banker.
  if (folds.length === 1 && fold === factors.length) return product([...factors, ...bankers])
  let sums: bigint[] = [1n]
  for (const { n, d } of factors) {
    const wider = [...sums, 0n]
    sums = wider.map((sum, degree) => sum * d + (degree > 0 ? (sums[degree - 1] ?? 0n) * n : 0n))
  }
  const d = factors.reduce((all, factor) => all * factor.d, 1n)
  return product([{ n: folds.reduce((all, one) => all + (sums[one] ?? 0n), 0n), d }, ...bankers])
}

const product = (factors: readonly Fraction[]): Fraction => {
  let [n, d] = [1n, 1n]
  for (const factor of factors) {
    n *= factor.n
    d *= factor.d
  }
  return { n, d }
}

/** An exact return as paid: rounded down once, capped at the maximum. */
export const payable = (exact: Fraction, max: Cents = GREATEST_RETURN_CENTS): Cents => {
  const whole = floor(exact)
  return whole > BigInt(max) ? max : cents(Number(whole))
}

/** The exact return in cents, with open legs resolved as given. */
const returnIf = (bet: MultipleBet, open: Resolution): Fraction => {
  const exact = partsOf(bet).map((part) => returnOfPart(part, open))
  return exact.reduce(add)
}

const returnOfPart = (bet: MultipleBet, open: Resolution): Fraction => {
  // Reduced to lowest terms once at the end: reducing is the most expensive step.
  const factor = ({ resolution = open, priceMilli }: Leg): Fraction => ({
    n: BigInt(resolution.won) * BigInt(priceMilli) + BigInt(resolution.refunded) * 1000n,
    d: BigInt(resolution.of) * 1000n,
  })
  const free = bet.legs.filter((leg) => !leg.banker).map(factor)
  const bankers = bet.legs.filter((leg) => leg.banker).map(factor)
  const { n, d } = combined(free, bet.folds, bankers)
  return fraction(n * BigInt(bet.unitStakeCents), d)
}

/**
 * The bet's exact return in fractional cents; `undefined` while an open leg matters. A bet whose open legs are only in
 * lost combinations is settled.
 */
export const exactMultipleReturn = (bet: MultipleBet): Fraction | undefined => {
  assertBet(bet)
  const min = returnIf(bet, { won: 0, refunded: 0, of: 1 })
  if (bet.legs.every((leg) => leg.resolution)) return min
  return compare(min, returnIf(bet, WON)) === 0 ? min : undefined
}

/**
 * The bet's return, rounded down once to the cent and capped; `undefined` while open. Asserts: a bet that
 * `checkMultiple` allows.
 */
export const multipleReturn = (bet: MultipleBet): Cents | undefined => {
  const exact = exactMultipleReturn(bet)
  return exact && payable(exact, bet.maxReturnCents)
}

/** The maximum return as a multiple of the unit stake. Asserts: a bet that `checkMultiple` allows. */
export const potentialFactor = (bet: Omit<MultipleBet, 'unitStakeCents'>): Fraction => {
  const unit = { ...bet, unitStakeCents: cents(1) }
  assertBet(unit)
  return returnIf(unit, WON)
}

/** The most the bet can still return: every open leg wins. */
export const potentialMultipleReturn = (bet: MultipleBet): Cents => {
  assertBet(bet)
  return payable(returnIf(bet, WON), bet.maxReturnCents)
}

/**
 * A settled multiple's result code: all void is a refund, no return is lost, the rest is a win. Half codes are for
 * singles only.
 */
export const multipleResultCode = (bet: MultipleBet): ResultCode | undefined => {
  const exact = exactMultipleReturn(bet)
  if (!exact) return undefined
  if (exact.n === 0n) return 20
  return bet.legs.every(({ resolution }) => resolution?.refunded === VOID.refunded && resolution.of === 1)
    ? 90
    : 10
}
