import { offeredPrices } from '../margin/apply-margin.ts'
import { rungBelow } from '../ladder.ts'
import type { PriceMilli } from '../price.ts'
import { placeChances } from './plackett-luce.ts'

/** Win and place prices of one runner; absent where no price above 1.00 is left. */
export type RunnerPrices = {
  readonly runner: string
  readonly winChance: number
  readonly placeChance: number
  readonly winMilli?: PriceMilli
  readonly placeMilli?: PriceMilli
}

/**
 * A race's prices from win chances: the win book by power, the place book with the same margin per place. Asserts:
 * chances that sum to 1; 1 to 4 places.
 */
export const racePrices = (
  win: ReadonlyMap<string, number>,
  places: number,
  marginBps: number,
): readonly RunnerPrices[] => {
  const chances = [...win.values()]
  const placed = placeChances(chances, places)
  const prices = offeredPrices(chances, marginBps)
  return [...win.keys()].map((runner, place) => {
    const placeChance = placed[place] ?? 0
    const [winMilli, placeMilli] = [prices[place], rungBelow(1 / (placeChance * (1 + marginBps / 10_000)))]
    return {
      runner,
      winChance: chances[place] ?? 0,
      placeChance,
      ...(winMilli === undefined ? {} : { winMilli }),
      ...(placeMilli === undefined ? {} : { placeMilli }),
    }
  })
}
