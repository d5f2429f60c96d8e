import { cents, plainReais } from '@palpite/money'
import { decimalPrice, potentialReturn, priceMilli, type Sport } from '@palpite/odds'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { maxReturns } from '../risk/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { isInPlay, matchStatuses } from '../sports/index.ts'
import type { BetRequest } from './bet-request.ts'
import type { Quote } from './read-quotes.ts'

type QuoteRefusal = 'not_found' | 'market_closed' | 'price_changed' | 'stake_below_min' | 'stake_above_max'

/** What the house takes: the price now, and what the bet returns when it wins. */
export type Taken = { quote: Quote; potentialReturnCents: number }

/**
 * Whether the house takes this bet on this quote, money and limits of the player aside. The price taken is
 * always the one that stands now, never the one asked.
 */
export function takeQuote(
  request: BetRequest,
  quote: Quote | undefined,
  settings: SportsbookSettings,
): Result<Taken, QuoteRefusal> {
  if (!quote) return refuse('not_found')
  if (!isOpen(quote)) return refuse('market_closed')
  const { minStakeCents } = settings
  if (request.stakeCents < minStakeCents) {
    return refuse('stake_below_min', {
      values: { min: plainReais(cents(minStakeCents)) },
      detail: { minStakeCents },
    })
  }
  if (!takesPrice(request, quote.priceMilli)) {
    const now = priceMilli(quote.priceMilli)
    return refuse('price_changed', { values: { price: decimalPrice(now) }, detail: { priceMilli: now } })
  }
  const maxStakeCents = maxStake(quote, settings)
  if (request.stakeCents > maxStakeCents) {
    return refuse('stake_above_max', {
      values: { max: plainReais(cents(maxStakeCents)) },
      detail: { maxStakeCents },
    })
  }
  const potentialReturnCents = potentialReturn(cents(request.stakeCents), priceMilli(quote.priceMilli))
  return ok({ quote, potentialReturnCents })
}

/** Before the start on the database's clock; in play while its market is open and its feed is heard. */
export function isOpen(quote: Quote): boolean {
  const { marketStatus, matchStatus, isOffered, isStopped, isBeforeStart, hasFeed, isFeedHeard } = quote
  if (marketStatus !== 'open' || !isOffered || isStopped || !hasFeed) return false
  if (matchStatus === matchStatuses.notOpen) return isBeforeStart
  return isInPlay(matchStatus) && isFeedHeard
}

function takesPrice(request: BetRequest, nowMilli: number): boolean {
  if (request.accept === 'any') return true
  return request.accept === 'better' ? nowMilli >= request.priceMilli : nowMilli === request.priceMilli
}

type Offered = Pick<Quote, 'priceMilli' | 'matchStatus' | 'outcomeReturnCents' | 'marketStakeCents'>

/**
 * The most that may be staked: neither the return of a ticket, nor the loss on one bet, nor the liability of
 * its market may pass its bound.
 */
export function maxStake(offered: Offered, settings: SportsbookSettings): number {
  const { priceMilli: price, matchStatus, outcomeReturnCents } = offered
  const { maxReturnCents, maxLossCents } = settings
  const maxLoss = isInPlay(matchStatus) ? maxLossCents.inPlay : maxLossCents.beforeStart
  const room = Math.max(0, maxReturns(offered, settings) - outcomeReturnCents)
  const byReturn = Math.floor((maxReturnCents * 1000) / price)
  const byLoss = Math.floor((Math.min(maxLoss, room) * 1000) / (price - 1000))
  return Math.min(byReturn, byLoss)
}

/** How long a bet on this price has to wait before it is decided: in play as long as the delay, else not. */
export const betDelay = (
  { sport, matchStatus }: Quote,
  { betDelayMs, sportBetDelaysMs }: SportsbookSettings,
): number => (isInPlay(matchStatus) ? (sportBetDelaysMs[sport as Sport] ?? betDelayMs) : 0)
