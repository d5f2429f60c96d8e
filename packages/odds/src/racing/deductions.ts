import { fraction } from '@palpite/money'
import { add, type Fraction, ONE } from '@palpite/money/fraction'
import { priceFraction, type PriceMilli } from '../price.ts'

/** Winnings lose this many percent when a runner of at most this price is withdrawn after the bet. */
const DEDUCTIONS: readonly { readonly upTo: number; readonly percent: number }[] = [
  { upTo: 1300, percent: 75 },
  { upTo: 1400, percent: 70 },
  { upTo: 1530, percent: 65 },
  { upTo: 1620, percent: 60 },
  { upTo: 1800, percent: 55 },
  { upTo: 1950, percent: 50 },
  { upTo: 2200, percent: 45 },
  { upTo: 2500, percent: 40 },
  { upTo: 2750, percent: 35 },
  { upTo: 3250, percent: 30 },
  { upTo: 4000, percent: 25 },
  { upTo: 5000, percent: 20 },
  { upTo: 6500, percent: 15 },
  { upTo: 10_000, percent: 10 },
  { upTo: 15_000, percent: 5 },
]

/** Several withdrawals together never take more than this. */
const GREATEST_PERCENT = 90

/** Percent of the winnings taken for one withdrawn runner; nothing above 15.00. */
export const deductionPercent = (withdrawnPrice: PriceMilli): number =>
  DEDUCTIONS.find((row) => withdrawnPrice <= row.upTo)?.percent ?? 0

/**
 * The price left after the runners with these prices were withdrawn: the stake and what remains of the winnings.
 * Source: docs/maths/racing.md §2 (Tattersalls Rule 4).
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
