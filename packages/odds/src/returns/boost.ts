import { cents, type Cents } from '@palpite/money'
import { isPriceMilli, type PriceMilli } from '../price.ts'

const GREATEST_BOOST_BPS = 100_000

const assertBoost = (boostBps: number): void => {
  if (!Number.isSafeInteger(boostBps) || boostBps < 0 || boostBps > GREATEST_BOOST_BPS) {
    throw new Error(`boost out of range: ${boostBps} bps`)
  }
}

/**
 * A price whose winnings are raised by so much, rounded down to the thousandth: 3.00 boosted by 10 % is 3.20.
 * Asserts: a boost of 0 to 1000 %.
 */
export const boostedPrice = (price: PriceMilli, boostBps: number): PriceMilli => {
  assertBoost(boostBps)
  const boosted = price + Math.floor(((price - 1000) * boostBps) / 10_000)
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
