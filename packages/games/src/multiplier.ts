import { cents, type Cents } from '@palpite/money'
import { assertPayable } from './stake.ts'

/** What one unit staked pays, stake included, in hundredths: 1.96 → 196. The multiplier shown is the one paid. */
export type Multiplier = number

/** n/d in hundredths, to the nearest one, a half up. Exact for whole numbers of any size. */
export const hundredths = (n: bigint, d: bigint): Multiplier => {
  const value = (n * 200n + d) / (d * 2n)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('a multiplier left the safe integers')
  return Number(value)
}

/** Stake × multiplier, rounded down to the cent. Asserts: a stake of zero or more. */
export const payoutCents = (stakeCents: Cents, multiplier: Multiplier): Cents => {
  assertPayable(stakeCents)
  return cents(Number((BigInt(stakeCents) * BigInt(multiplier)) / 100n))
}

/** Number of ways to pick k of n, exactly. */
export const choose = (from: number, pick: number): bigint => {
  let ways = 1n
  for (let place = 0; place < pick; place += 1) ways = (ways * BigInt(from - place)) / BigInt(place + 1)
  return ways
}

/** Return to player as whole percent of the stake: 99 → 99 %. A game's setting, between 1 and 100. */
export const assertReturn = (percent: number): void => {
  if (!Number.isSafeInteger(percent) || percent < 1 || percent > 100)
    throw new Error(`return out of range: ${percent} %`)
}
