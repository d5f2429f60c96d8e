import { newRequestId } from '../../../shared/request-id.ts'
import type { Accept, Request, SlipLeg } from '../slip-store.ts'

/** The same runners to be placed, in the order of the legs, where the bet is each way. */
export type Places = readonly { outcomeId: string; priceMilli: number }[]

/** A bet as the server is asked for it, under an id that nothing else has. */
export const requestOf = (
  {
    legs,
    places = [],
    freeBetId,
    priceBoostId,
  }: {
    legs: readonly SlipLeg[]
    places?: Places | undefined
    freeBetId?: string | undefined
    priceBoostId?: string | undefined
  },
  unitStakeCents: number,
  { accept, withinBps }: { accept: Accept; withinBps: number },
): Request => ({
  requestId: newRequestId(),
  unitStakeCents,
  legs: [
    ...legs.map(({ outcomeId, priceMilli, minPriceMilli }) => ({
      outcomeId,
      priceMilli,
      ...(minPriceMilli === undefined ? {} : { minPriceMilli }),
    })),
    ...places.map(({ outcomeId, priceMilli }) => ({ outcomeId, priceMilli })),
  ],
  ...(places.length > 0 ? { folds: [legs.length], isEachWay: true } : {}),
  ...(freeBetId === undefined ? {} : { freeBetId }),
  ...(priceBoostId === undefined ? {} : { priceBoostId }),
  accept,
  ...(accept === 'within' ? { withinBps } : {}),
})
