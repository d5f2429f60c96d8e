import { newRequestId } from '../../../shared/request-id.ts'
import type { Accept, Request, SlipLeg } from '../slip-store.ts'
import { minPriceOf } from './least-price.ts'

/** The same runners to be placed, in leg order, if each-way. */
export type Places = readonly { outcomeId: string; priceMilli: number }[]

/** A bet request under a new id. */
export const requestOf = (
  {
    legs,
    places = [],
    bankers,
    freeBetId,
    priceBoostId,
  }: {
    legs: readonly SlipLeg[]
    places?: Places | undefined
    /** A system's bankers. */
    bankers?: ReadonlySet<string> | undefined
    freeBetId?: string | undefined
    priceBoostId?: string | undefined
  },
  unitStakeCents: number,
  { accept, withinBps }: { accept: Accept; withinBps: number },
): Request => ({
  requestId: newRequestId(),
  unitStakeCents,
  legs: [
    ...legs.map(({ outcomeId, priceMilli, ...leg }) => {
      const minPriceMilli = minPriceOf(leg, accept)
      return {
        outcomeId,
        priceMilli,
        ...(minPriceMilli === undefined ? {} : { minPriceMilli }),
        ...(bankers?.has(outcomeId) ? { isBanker: true } : {}),
      }
    }),
    ...places.map(({ outcomeId, priceMilli }, at) => ({
      outcomeId,
      priceMilli,
      ...(bankers?.has(legs[at]?.outcomeId ?? '') ? { isBanker: true } : {}),
    })),
  ],
  ...(places.length > 0 ? { folds: [legs.length], isEachWay: true } : {}),
  ...(freeBetId === undefined ? {} : { freeBetId }),
  ...(priceBoostId === undefined ? {} : { priceBoostId }),
  accept,
  ...(accept === 'within' ? { withinBps } : {}),
})
