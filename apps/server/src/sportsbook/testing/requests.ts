import type { Accept, PlaceBet } from '../betting/bet-request.ts'
import { type Harness, nextRequest } from './harness.ts'
import { present } from '../../platform/assert.ts'

type Single = {
  stakeCents?: number
  priceMilli?: number
  accept?: Accept
  requestId?: string
  hasWaited?: boolean
}

/** A single of R$ 10 at 2.00 and no other price, unless told otherwise. */
export const requestFor = (
  playerId: number,
  outcomeId: number | undefined,
  { stakeCents = 1000, priceMilli = 2000, ...own }: Single = {},
) => ({
  playerId,
  requestId: nextRequest(),
  unitStakeCents: stakeCents,
  legs: [{ outcomeId: outcomeId ?? 0, priceMilli, isBanker: false }],
  folds: [1],
  accept: 'exact' as const,
  ...own,
})

/** A parlay of R$ 10 on these outcomes at whatever prices stand, unless told otherwise. */
export const parlayFor = (
  playerId: number,
  outcomeIds: readonly (number | undefined)[],
  own: Partial<PlaceBet> = {},
): PlaceBet => ({
  playerId,
  requestId: nextRequest(),
  unitStakeCents: 1000,
  legs: outcomeIds.map((outcomeId) => ({ outcomeId: outcomeId ?? 0, priceMilli: 2000, isBanker: false })),
  folds: [outcomeIds.length],
  accept: 'any',
  ...own,
})

/** The refusal, or that it was placed. */
export const codeOf = (answer: Awaited<ReturnType<Harness['sportsbook']['placeBet']>>) =>
  answer.ok ? 'placed' : answer.refusal.code

type Offer = {
  offerId: string
  requestId: string
  unitStakeCents: number
  pricesMilli: number[]
  expiresAt: string
}
/** The offer that a refusal holds out. */
export const offerIn = (answer: Awaited<ReturnType<Harness['sportsbook']['placeBet']>>): Offer => {
  if (answer.ok) throw new Error('it was placed')
  return present(answer.refusal.detail?.['offer'], 'an offer') as Offer
}
