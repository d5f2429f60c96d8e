import { cents } from '@palpite/money'
import { combinationCount, type MultipleBet, potentialMultipleReturn, priceMilli } from '@palpite/odds'
import { ApiError } from '../../../shared/api/api-error.ts'
import { parlayOdds } from '../bet-kind.ts'
import type { Request, SlipLeg } from '../slip-store.ts'
import type { StakeBounds } from './slip-rules.ts'

/** The server's offer: stake per combination and prices, valid for some seconds. */
export type BetOffer = {
  offerId: string
  /** The id under which it is accepted, so that it is placed once. */
  requestId: string
  unitStakeCents: number
  pricesMilli: readonly number[]
  expiresAt: string
  /** The refused request. */
  request: Request
  legs: readonly SlipLeg[]
}

/** An offer for display: total stake, and for one joint bet its odds. */
export const offerView = ({ unitStakeCents, pricesMilli, request }: BetOffer) => {
  const { isEachWay = false, legs } = request
  const folds = request.folds ?? [legs.length / (isEachWay ? 2 : 1)]
  const bet: MultipleBet = {
    unitStakeCents: cents(unitStakeCents),
    folds,
    isEachWay,
    legs: pricesMilli.map((price, at) => ({
      priceMilli: priceMilli(price),
      banker: legs[at]?.isBanker ?? false,
    })),
  }
  const isOne = !isEachWay && folds.join() === String(legs.length)
  return {
    stakeCents: unitStakeCents * Number(combinationCount(bet)),
    returnCents: potentialMultipleReturn(bet),
    oddsMilli: isOne ? parlayOdds(bet.legs) : undefined,
  }
}

/** The selection a refusal names: each-way lists it twice, to win and to be placed. */
export const selectionIn = (
  error: unknown,
  request: Request,
  legs: readonly SlipLeg[],
): string | undefined => {
  const { outcomeId } = detailOf(error)
  const at = request.legs.findIndex((leg) => leg.outcomeId === outcomeId)
  return at < 0 ? undefined : legs[at % legs.length]?.outcomeId
}

/** A refusal's details. */
const detailOf = (error: unknown): Record<string, unknown> =>
  error instanceof ApiError && typeof error.data === 'object' && error.data !== null
    ? (error.data as Record<string, unknown>)
    : {}

/** A refusal's offer, if any. */
export const offerIn = (error: unknown, request: Request, legs: readonly SlipLeg[]): BetOffer | undefined => {
  const { offer } = detailOf(error) as { offer?: Omit<BetOffer, 'request' | 'legs'> }
  return offer && { ...offer, request, legs }
}

/** Whether a trader may accept the refused bet. */
export const isReferable = (error: unknown): boolean => typeof detailOf(error)['referSeconds'] === 'number'

/** A refusal's bound, if any. */
export const boundsIn = (error: unknown): StakeBounds | undefined => {
  const { minStakeCents, maxStakeCents } = detailOf(error)
  if (typeof minStakeCents === 'number') return { minStakeCents }
  return typeof maxStakeCents === 'number' ? { maxStakeCents } : undefined
}
