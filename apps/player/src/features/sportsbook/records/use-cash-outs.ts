import type { Calls } from '@palpite/contract'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import type { Bet } from './bet.ts'

type Answer = Calls['GET /api/app/sportsbook/cashOuts']['data']

/** The current offer for an open bet. */
export type CashOutOffer = Answer['offers'][number]

/** A value at which a bet is sold automatically or its player notified. */
export type CashOutTrigger = Answer['levels'][number]

/** An open bet's offer (undefined if it cannot be sold now) and its triggers. */
export type CashOutState = { offer: CashOutOffer | undefined; levels: readonly CashOutTrigger[] }

export const offersCall = 'GET /api/app/sportsbook/cashOuts'
/** Shorter than an offer's validity: a shown one can be accepted. */
const pollMs = 8000
/** The maximum per call. */
const maxBets = 20

/** The offers of these bets; a bet without an answer is missing. */
export type CashOuts = (bet: Bet) => CashOutState | undefined

/** Polls offers for the open ones of these bets, in calls of the maximum size. */
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
        levels: answer.levels.filter((trigger) => trigger.betId === betId),
      }
    )
  }
}

/** The open bets' numbers, comma-separated, per call. */
export const callsFor = (bets: readonly Bet[]): string[] => {
  const open = bets.filter(({ status }) => status === 'open').map(({ betId }) => betId)
  const calls = Array.from({ length: Math.ceil(open.length / maxBets) }, (_, at) => at * maxBets)
  return calls.map((from) => open.slice(from, from + maxBets).join(','))
}
