import { present } from '../../platform/assert.ts'
import type { Harness } from './harness.ts'

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
