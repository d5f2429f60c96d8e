import type { Calls } from '@palpite/contract'
import { resultOf, toWireStanding } from '../catalogue/index.ts'
import { periodCode } from '../sports/index.ts'
import type { BetRow, LegRow } from './queries.ts'
import type { Quote } from './read-quotes.ts'

/** A bet as its owner sees it, but for its id: that is made public where it goes out (routes.ts). */
export type WireBet = Calls['GET /api/app/sportsbook/bets/:betId']['data']

type StandingBet = Omit<BetRow, 'playerId' | 'requestedPriceMilli' | 'accept'>
type StandingLeg = Omit<LegRow, 'betId'>

/** While a bet or a leg is open its result code is 0. */
const OPEN = 0

/** A bet and its legs as they stand now. */
export const toWireBet = (bet: StandingBet, legs: readonly StandingLeg[]): WireBet => ({
  betId: String(bet.id),
  status: bet.status,
  result: resultOf(bet) ?? OPEN,
  stakeCents: bet.stakeCents,
  returnCents: bet.returnCents,
  potentialReturnCents: bet.potentialReturnCents,
  placedAt: bet.placedAt.toISOString(),
  settledAt: bet.settledAt?.toISOString() ?? null,
  legs: legs.map(toWireLeg),
})

type NewBet = { id: number; stakeCents: number; potentialReturnCents: number }

/** A bet that was placed just now, on this quote. */
export const toPlacedWireBet = (bet: NewBet, quote: Quote): WireBet =>
  toWireBet({ ...bet, ...unsettled, status: 'open', placedAt: quote.at }, [{ ...quote, ...unsettled }])

const unsettled = { won: null, refunded: null, parts: null, returnCents: null, settledAt: null }

const toWireLeg = (leg: StandingLeg): WireBet['legs'][number] => ({
  outcomeId: String(leg.outcomeId),
  fixtureId: String(leg.fixtureId),
  sport: leg.sport as WireBet['legs'][number]['sport'],
  title: leg.title,
  home: leg.home ?? '',
  away: leg.away ?? '',
  startsAt: leg.startsAt.toISOString(),
  marketType: leg.marketType,
  period: leg.period,
  periodCode: periodCode({ type: leg.marketType, period: leg.period }),
  lineQuarters: leg.lineQuarters,
  side: leg.side,
  code: leg.code,
  name: leg.name,
  priceMilli: leg.priceMilli,
  result: resultOf(leg) ?? OPEN,
  ...toWireStanding(leg),
  simulated: leg.simulated,
})
