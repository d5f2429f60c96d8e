import { cents } from '@palpite/money'
import { combinationCount, type MultipleBet, potentialMultipleReturn, priceMilli } from '@palpite/odds'
import { ApiError } from '../../../shared/api/api-error.ts'
import { parlayOdds } from '../bet-kind.ts'
import type { Request, SlipLeg } from '../slip-store.ts'
import type { StakeBounds } from './slip-rules.ts'

/** What the server takes instead: so much on each combination at these prices, for some seconds. */
export type BetOffer = {
  offerId: string
  /** The id that it is taken up under, so that it is one bet at most. */
  requestId: string
  unitStakeCents: number
  pricesMilli: readonly number[]
  expiresAt: string
  /** What was asked for. */
  request: Request
  legs: readonly SlipLeg[]
}

/** An offer as it is shown: the whole stake, and where all its legs are in one the odds of that. */
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

/** The selection that a refusal speaks of: each way it stands there twice, to win and to be placed. */
export const selectionIn = (
  error: unknown,
  request: Request,
  legs: readonly SlipLeg[],
): string | undefined => {
  const { outcomeId } = detailOf(error)
  const at = request.legs.findIndex((leg) => leg.outcomeId === outcomeId)
  return at < 0 ? undefined : legs[at % legs.length]?.outcomeId
}

/** What a refusal says beside its sentence. */
const detailOf = (error: unknown): Record<string, unknown> =>
  error instanceof ApiError && typeof error.data === 'object' && error.data !== null
    ? (error.data as Record<string, unknown>)
    : {}

/** The offer beside a refusal, if there is one. */
export const offerIn = (error: unknown, request: Request, legs: readonly SlipLeg[]): BetOffer | undefined => {
  const { offer } = detailOf(error) as { offer?: Omit<BetOffer, 'request' | 'legs'> }
  return offer && { ...offer, request, legs }
}

/** The bound that a refusal names, if it names one. */
export const boundsIn = (error: unknown): StakeBounds | undefined => {
  const { minStakeCents, maxStakeCents } = detailOf(error)
  if (typeof minStakeCents === 'number') return { minStakeCents }
  return typeof maxStakeCents === 'number' ? { maxStakeCents } : undefined
}
