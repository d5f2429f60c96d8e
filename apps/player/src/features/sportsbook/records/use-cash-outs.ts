import type { Calls } from '@palpite/contract'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import type { Bet } from './bet.ts'

/** What the house would pay now for an open bet. */
export type CashOutOffer = Calls['GET /api/app/sportsbook/cashOuts']['data'][number]

export const offersCall = 'GET /api/app/sportsbook/cashOuts'
/** Below the time that an offer stands: one in sight can be taken. */
const pollMs = 8000
/** As many as one call takes. */
const maxBets = 20

/** The offers for these bets: of each that was answered one, or none where it cannot be sold now. */
export type CashOutOffers = (bet: Bet) => CashOutOffer | 'none' | undefined

/** Asks what the house would pay for the open ones of these bets, as many at a time as one call takes. */
export const useCashOuts = (bets: readonly Bet[]): CashOutOffers => {
  const calls = callsFor(bets)
  const answers = useQueries({
    queries: calls.map((betIds) => ({
      queryKey: [offersCall, { betIds }],
      queryFn: () => api(offersCall, { query: { betIds }, loading: false, inline: true }),
      refetchInterval: pollMs,
    })),
  })
  return ({ betId }) => {
    const answer = answers[calls.findIndex((betIds) => betIds.includes(betId))]?.data
    return answer && (answer.find((offer) => offer.betId === betId) ?? 'none')
  }
}

/** The numbers of the open bets, with commas between, of each call. */
export const callsFor = (bets: readonly Bet[]): string[] => {
  const open = bets.filter(({ status }) => status === 'open').map(({ betId }) => betId)
  const calls = Array.from({ length: Math.ceil(open.length / maxBets) }, (_, at) => at * maxBets)
  return calls.map((from) => open.slice(from, from + maxBets).join(','))
}
