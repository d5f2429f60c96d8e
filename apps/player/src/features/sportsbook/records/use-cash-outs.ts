import type { Calls } from '@palpite/contract'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import type { Bet } from './bet.ts'

type Answer = Calls['GET /api/app/sportsbook/cashOuts']['data']

/** What the house would pay now for an open bet. */
export type CashOutOffer = Answer['offers'][number]

/** A level at which a bet is sold by itself or its player told. */
export type CashOutLevel = Answer['levels'][number]

/** An open bet as it can be sold: its offer, none where it cannot be sold now, and the levels that its player set. */
export type CashOutState = { offer: CashOutOffer | undefined; levels: readonly CashOutLevel[] }

export const offersCall = 'GET /api/app/sportsbook/cashOuts'
/** Below the time that an offer stands: one in sight can be taken. */
const pollMs = 8000
/** As many as one call takes. */
const maxBets = 20

/** How these bets can be sold; nothing of one until it was answered. */
export type CashOuts = (bet: Bet) => CashOutState | undefined

/** Asks what the house would pay for the open ones of these bets, as many at a time as one call takes. */
export const useCashOuts = (bets: readonly Bet[]): CashOuts => {
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
    return (
      answer && {
        offer: answer.offers.find((offer) => offer.betId === betId),
        levels: answer.levels.filter((level) => level.betId === betId),
      }
    )
  }
}

/** The numbers of the open bets, with commas between, of each call. */
export const callsFor = (bets: readonly Bet[]): string[] => {
  const open = bets.filter(({ status }) => status === 'open').map(({ betId }) => betId)
  const calls = Array.from({ length: Math.ceil(open.length / maxBets) }, (_, at) => at * maxBets)
  return calls.map((from) => open.slice(from, from + maxBets).join(','))
}
