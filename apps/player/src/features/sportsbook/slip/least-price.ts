import type { Calls } from '@palpite/contract'

type Priced = { priceMilli: number; minPriceMilli?: number | undefined }
type Accept = Calls['POST /api/app/sportsbook/betPlay']['body']['accept']

/** A leg at another accepted price: its minimum becomes at most that. */
export const atPrice = <L extends Priced>(leg: L, priceMilli: number): L => ({
  ...leg,
  priceMilli,
  ...(leg.minPriceMilli === undefined ? {} : { minPriceMilli: Math.min(leg.minPriceMilli, priceMilli) }),
})

/** The effective minimum price; undefined if the policy accepts no lower price anyway. */
export const minPriceOf = (
  { minPriceMilli }: Pick<Priced, 'minPriceMilli'>,
  accept: Accept,
): number | undefined => (accept === 'any' || accept === 'within' ? minPriceMilli : undefined)
