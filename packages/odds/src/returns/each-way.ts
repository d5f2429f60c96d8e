import { fraction, type Cents } from '@palpite/money'
import { add, type Fraction, ONE } from '@palpite/money/fraction'
import { priceFraction, type PriceMilli } from '../price.ts'
import { returnFactor, type Resolution } from '../resolution.ts'
import { checkMultiple, combinedFactor, payable, type MultipleRefusal } from './parlay.ts'

/** The paid places and their fraction of the odds: 1/5 is { n: 1, d: 5 }. */
export type PlaceTerms = {
  readonly places: number
  readonly fractionOfOdds: { readonly n: number; readonly d: number }
}

/** One selection backed to win and, with an equal stake, to be placed. */
export type EachWayLeg = {
  readonly priceMilli: PriceMilli
  readonly terms: PlaceTerms
  readonly win: Resolution
  readonly place: Resolution
  readonly banker?: boolean
}

export type EachWayBet = {
  readonly unitStakeCents: Cents
  readonly legs: readonly EachWayLeg[]
  readonly folds: readonly number[]
  readonly maxReturnCents?: Cents
}

/** An each-way bet's return in its two parts, exactly, in fractional cents. */
export type EachWayReturn = { readonly win: Fraction; readonly place: Fraction }

/**
 * The place part's price: the stake and a fraction of the winnings. 6.00 at 1/5 is 2.00. Asserts: a fraction above
 * zero and at most 1.
 */
export const placePrice = (price: Fraction, { fractionOfOdds: { n, d } }: PlaceTerms): Fraction => {
  if (!(n > 0 && d > 0 && n <= d)) throw new Error(`place terms out of range: ${n}/${d}`)
  const winnings = fraction(price.n - price.d, price.d)
  return add(ONE, fraction(winnings.n * BigInt(n), winnings.d * BigInt(d)))
}

/** Why this is no valid bet, if so: the same rules as for any multiple. */
export const checkEachWay = (bet: EachWayBet): MultipleRefusal | undefined => checkMultiple(bet)

/**
 * Both parts of an each-way bet, single or combined: win with win, place with place, each for the unit stake.
 * Asserts: a bet that `checkEachWay` allows.
 * Source: docs/maths/returns.md §4.
 */
export const exactEachWayReturn = (bet: EachWayBet): EachWayReturn => {
  const refusal = checkEachWay(bet)
  if (refusal) throw new Error(`not a bet: ${refusal}`)
  return combineEachWay(
    fraction(bet.unitStakeCents),
    bet.folds,
    bet.legs.map((leg) => ({ ...leg, price: priceFraction(leg.priceMilli) })),
  )
}

/** The same from exact prices: a Rule 4 deduction leaves prices that are not whole thousandths. */
export const combineEachWay = (
  unitStake: Fraction,
  folds: readonly number[],
  legs: readonly (Omit<EachWayLeg, 'priceMilli'> & { readonly price: Fraction })[],
): EachWayReturn => {
  const part = (factors: readonly { factor: Fraction; banker: boolean }[]): Fraction => {
    const free = factors.filter((one) => !one.banker).map((one) => one.factor)
    const bankers = factors.filter((one) => one.banker).map((one) => one.factor)
    const all = combinedFactor(free, folds, bankers)
    return fraction(all.n * unitStake.n, all.d * unitStake.d)
  }
  return {
    win: part(legs.map((leg) => ({ factor: returnFactor(leg.win, leg.price), banker: leg.banker ?? false }))),
    place: part(
      legs.map((leg) => ({
        factor: returnFactor(leg.place, placePrice(leg.price, leg.terms)),
        banker: leg.banker ?? false,
      })),
    ),
  }
}

/** The each-way bet's total return, rounded down once to the cent and capped at the maximum. */
export const eachWayReturn = (bet: EachWayBet): Cents => {
  const { win, place } = exactEachWayReturn(bet)
  return payable(add(win, place), bet.maxReturnCents)
}
