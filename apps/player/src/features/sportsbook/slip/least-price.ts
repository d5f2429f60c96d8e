import type { Calls } from '@palpite/contract'

type Priced = { priceMilli: number; minPriceMilli?: number | undefined }
type Accept = Calls['POST /api/app/sportsbook/betPlay']['body']['accept']

/** A leg at another price that its player takes: their least price is no more than that. */
export const atPrice = <L extends Priced>(leg: L, priceMilli: number): L => ({
  ...leg,
  priceMilli,
  ...(leg.minPriceMilli === undefined ? {} : { minPriceMilli: Math.min(leg.minPriceMilli, priceMilli) }),
})

/** The least price that counts: where lower ones than the one seen are not taken anyway, there is none. */
export const minPriceOf = (
  { minPriceMilli }: Pick<Priced, 'minPriceMilli'>,
  accept: Accept,
): number | undefined => (accept === 'any' || accept === 'within' ? minPriceMilli : undefined)
