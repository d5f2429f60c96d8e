import { fraction } from '@palpite/money'
import { add, type Fraction, ONE } from '@palpite/money/fraction'
import { priceFraction, type PriceMilli } from '../price.ts'

/**
 * The percentage deducted from winnings when a runner of at most these odds is withdrawn after the bet. Fractions,
 * because no decimals hold 8/15.
 */
const DEDUCTIONS: readonly {
  readonly odds: readonly [won: number, staked: number]
  readonly percent: number
}[] = [
  { odds: [1, 9], percent: 90 },
  { odds: [2, 11], percent: 85 },
  { odds: [1, 4], percent: 80 },
  { odds: [3, 10], percent: 75 },
  { odds: [2, 5], percent: 70 },
  { odds: [8, 15], percent: 65 },
  { odds: [8, 13], percent: 60 },
  { odds: [4, 5], percent: 55 },
  { odds: [20, 21], percent: 50 },
  { odds: [6, 5], percent: 45 },
  { odds: [6, 4], percent: 40 },
  { odds: [7, 4], percent: 35 },
  { odds: [9, 4], percent: 30 },
  { odds: [3, 1], percent: 25 },
  { odds: [4, 1], percent: 20 },
  { odds: [11, 2], percent: 15 },
  { odds: [9, 1], percent: 10 },
  { odds: [14, 1], percent: 5 },
]

/** The total deduction's maximum: that of the shortest price. */
const GREATEST_PERCENT = 90

/** The percentage deducted for one withdrawn runner; zero above 14/1. */
export const deductionPercent = (withdrawnPrice: PriceMilli): number => {
  const { n, d } = priceFraction(withdrawnPrice)
  const isWithin = ([won, staked]: readonly [number, number]) => (n - d) * BigInt(staked) <= d * BigInt(won)
  return DEDUCTIONS.find(({ odds }) => isWithin(odds))?.percent ?? 0
}

/**
 * The price after withdrawals: the stake and the remaining winnings. Source: docs/maths/racing.md §2 (Tattersalls Rule
 * 4).
 */
export const priceAfterWithdrawals = (
  price: PriceMilli,
  withdrawnPrices: readonly PriceMilli[],
): Fraction => {
  const percent = Math.min(
    GREATEST_PERCENT,
    withdrawnPrices.reduce((sum, withdrawn) => sum + deductionPercent(withdrawn), 0),
  )
  const exact = priceFraction(price)
  return add(ONE, fraction((exact.n - exact.d) * BigInt(100 - percent), exact.d * 100n))
}
