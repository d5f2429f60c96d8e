import { cents, type Cents } from '@palpite/money'
import { isPriceMilli, type PriceMilli } from '../price.ts'
import type { Resolution } from '../resolution.ts'

const GREATEST_BOOST_BPS = 100_000

const assertBoost = (boostBps: number): void => {
  if (!Number.isSafeInteger(boostBps) || boostBps < 0 || boostBps > GREATEST_BOOST_BPS) {
    throw new Error(`boost out of range: ${boostBps} bps`)
  }
}

/** Prices are shown with two places, from 100 on with one. */
const shownStep = (milli: number): number => (milli < 100_000 ? 10 : 100)

/**
 * A price whose winnings are raised by so much: 3.00 boosted by 10 % is 3.20. Rounded down to what is shown of a price, so
 * that what is shown is what is paid; never below the price itself.
 * Asserts: a boost of 0 to 1000 %.
 */
export const boostedPrice = (price: PriceMilli, boostBps: number): PriceMilli => {
  assertBoost(boostBps)
  const exact = price + Math.floor(((price - 1000) * boostBps) / 10_000)
  const boosted = Math.max(price, exact - (exact % shownStep(exact)))
  if (!isPriceMilli(boosted)) throw new Error(`a boosted price left the range: ${boosted}`)
  return boosted
}

/**
 * What is added to a settled bet that won: a share of its winnings, rounded down, at most `maxCents`.
 * Nothing where there are no winnings.
 */
export const winningsBoost = (
  returned: { readonly stakeCents: Cents; readonly returnCents: Cents },
  boostBps: number,
  maxCents: Cents,
): Cents => {
  assertBoost(boostBps)
  const winnings = returned.returnCents - returned.stakeCents
  if (winnings <= 0) return cents(0)
  return cents(Math.min(Number((BigInt(winnings) * BigInt(boostBps)) / 10_000n), maxCents))
}

/** A promise about parlays: so much of the winnings more by how many of its legs count, at most `maxCents`. */
export type ParlayBoost = {
  /** A leg counts at this price or above, and while it is not void. */
  readonly minPriceMilli: number
  readonly maxCents: number
  /** From so many legs that count, so much more in hundredths of a percent. */
  readonly steps: readonly { readonly legs: number; readonly bps: number }[]
}

type BoostedLeg = { readonly priceMilli: number; readonly resolution?: Resolution | undefined }

/** By how much a parlay of these legs is boosted, in hundredths of a percent: the highest step its legs reach, or nothing. */
export const parlayBoostBps = (boost: ParlayBoost, legs: readonly BoostedLeg[]): number => {
  const counted = legs.filter(
    ({ priceMilli, resolution }) =>
      priceMilli >= boost.minPriceMilli && !(resolution && resolution.refunded === resolution.of),
  )
  const reached = boost.steps.filter((step) => step.legs <= counted.length)
  return Math.max(0, ...reached.map(({ bps }) => bps))
}

/** What the boost adds to a parlay that returns so much; of an open leg it is taken that it counts. */
export const parlayBoostCents = (
  boost: ParlayBoost,
  legs: readonly BoostedLeg[],
  returned: Parameters<typeof winningsBoost>[0],
): Cents => winningsBoost(returned, parlayBoostBps(boost, legs), cents(boost.maxCents))
