import { cents, type Cents } from '@palpite/money'
import { isPriceMilli, type PriceMilli } from '../price.ts'
import type { Resolution } from '../resolution.ts'

const GREATEST_BOOST_BPS = 100_000

const assertBoost = (boostBps: number): void => {
  if (!Number.isSafeInteger(boostBps) || boostBps < 0 || boostBps > GREATEST_BOOST_BPS) {
    throw new Error(`boost out of range: ${boostBps} bps`)
  }
}

/** Prices are shown with two decimals, from 100 on with one. */
const shownStep = (milli: number): number => (milli < 100_000 ? 10 : 100)

/**
 * A price with raised winnings: 3.00 boosted by 10 % is 3.20. Rounded down to what is shown, so that it is what is
 * paid; never below the price itself. Asserts: a boost of 0 to 1000 %.
 */
export const boostedPrice = (price: PriceMilli, boostBps: number): PriceMilli => {
  assertBoost(boostBps)
  const exact = price + Math.floor(((price - 1000) * boostBps) / 10_000)
  const boosted = Math.max(price, exact - (exact % shownStep(exact)))
  if (!isPriceMilli(boosted)) throw new Error(`a boosted price left the range: ${boosted}`)
  return boosted
}

/** The addition to a won bet: a share of its winnings, rounded down, at most `maxCents`. Zero without winnings. */
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

/** A parlay promise: a share of the winnings by number of counting legs, at most `maxCents`. */
export type ParlayBoost = {
  /** A leg counts from this price on, and while not void. */
  readonly minPriceMilli: number
  readonly maxCents: number
  /** The added hundredths of a percent from this number of legs on. */
  readonly steps: readonly { readonly legs: number; readonly bps: number }[]
}

type BoostedLeg = { readonly priceMilli: number; readonly resolution?: Resolution | undefined }

/** The boost of a parlay with these legs, in hundredths of a percent: the highest step reached, or zero. */
export const parlayBoostBps = (boost: ParlayBoost, legs: readonly BoostedLeg[]): number => {
  const counted = legs.filter(
    ({ priceMilli, resolution }) =>
      priceMilli >= boost.minPriceMilli && !(resolution && resolution.refunded === resolution.of),
  )
  const reached = boost.steps.filter((step) => step.legs <= counted.length)
  return Math.max(0, ...reached.map(({ bps }) => bps))
}

/** The addition to a parlay's return; open legs are assumed to count. */
export const parlayBoostCents = (
  boost: ParlayBoost,
  legs: readonly BoostedLeg[],
  returned: Parameters<typeof winningsBoost>[0],
): Cents => winningsBoost(returned, parlayBoostBps(boost, legs), cents(boost.maxCents))
