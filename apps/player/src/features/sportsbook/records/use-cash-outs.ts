import type { Calls } from '@palpite/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import type { Bet } from './bet.ts'

/** What the house would pay now for an open bet. */
export type CashOutOffer = Calls['GET /api/app/sportsbook/cashOuts']['data'][number]

export const offersCall = 'GET /api/app/sportsbook/cashOuts'
/** Below the time that an offer stands: one in sight can be taken. */
const pollMs = 8000
/** As many as one call takes. */
const maxBets = 20

/** The offers for these bets by their number; none for one that cannot be sold now. Nothing before the first answer. */
export const useCashOuts = (bets: readonly Bet[]): ReadonlyMap<string, CashOutOffer> | undefined => {
  const betIds = bets
    .filter(({ status }) => status === 'open')
    .slice(0, maxBets)
    .map(({ betId }) => betId)
    .join(',')
  const { data } = useQuery({
    queryKey: [offersCall, { betIds }],
    queryFn: () => api(offersCall, { query: { betIds }, loading: false, inline: true }),
    enabled: betIds !== '',
    refetchInterval: pollMs,
    select: (offers) => new Map(offers.map((offer) => [offer.betId, offer])),
  })
  return data
}
