import { cents, plainReais } from '@palpite/money'
import { decimalPrice, potentialReturn, priceMilli } from '@palpite/odds'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isInPlay, matchTimes } from '../catalogue/match-time.ts'
import { mostReturns } from '../liability/rules.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { Quote } from './read-quotes.ts'

/** Which prices a player takes: only the one shown, that or a better one, or any. */
export type Accept = 'exact' | 'better' | 'any'

/** One bet as its player asks for it. */
export type BetAsk = { stakeCents: number; outcomeId: number; priceMilli: number; accept: Accept }

type QuoteRefusal = 'not_found' | 'market_closed' | 'price_changed' | 'stake_below_least' | 'stake_above_most'

/** What the house takes: the price now, and what the bet returns when it wins. */
export type Taken = { quote: Quote; potentialReturnCents: number }

/**
 * Whether the house takes this bet on this quote, money and limits of the player aside. The price taken is
 * always the one that stands now, never the one asked.
 */
export function takeQuote(
  ask: BetAsk,
  quote: Quote | undefined,
  settings: SportsbookSettings,
): Result<Taken, QuoteRefusal> {
  if (!quote) return refuse('not_found')
  if (!isOpen(quote)) return refuse('market_closed')
  const { leastStakeCents } = settings
  if (ask.stakeCents < leastStakeCents) {
    return refuse('stake_below_least', {
      values: { least: plainReais(cents(leastStakeCents)) },
      detail: { leastStakeCents },
    })
  }
  if (!takesPrice(ask, quote.priceMilli)) {
    const now = priceMilli(quote.priceMilli)
    return refuse('price_changed', { values: { price: decimalPrice(now) }, detail: { priceMilli: now } })
  }
  const mostStakeCents = mostStake(quote, settings)
  if (ask.stakeCents > mostStakeCents) {
    return refuse('stake_above_most', {
      values: { most: plainReais(cents(mostStakeCents)) },
      detail: { mostStakeCents },
    })
  }
  const potentialReturnCents = potentialReturn(cents(ask.stakeCents), priceMilli(quote.priceMilli))
  return ok({ quote, potentialReturnCents })
}

/** Before the start on the database's clock; in play while its market is open and its feed is heard. */
export function isOpen({ marketStatus, matchTime, isBeforeStart, isFeedHeard }: Quote): boolean {
  if (marketStatus !== 'open') return false
  if (matchTime === matchTimes.notOpen) return isBeforeStart
  return isInPlay(matchTime) && isFeedHeard
}

function takesPrice(ask: BetAsk, nowMilli: number): boolean {
  if (ask.accept === 'any') return true
  return ask.accept === 'better' ? nowMilli >= ask.priceMilli : nowMilli === ask.priceMilli
}

type Offered = Pick<Quote, 'priceMilli' | 'matchTime' | 'outcomeReturnCents' | 'marketStakeCents'>

/**
 * The most that may be staked: neither the return of a ticket, nor the loss on one bet, nor the liability of
 * its market may pass its bound.
 */
export function mostStake(offered: Offered, settings: SportsbookSettings): number {
  const { priceMilli: price, matchTime, outcomeReturnCents } = offered
  const { mostReturnCents, mostLossCents } = settings
  const mostLoss = isInPlay(matchTime) ? mostLossCents.inPlay : mostLossCents.beforeStart
  const room = Math.max(0, mostReturns(offered, settings) - outcomeReturnCents)
  const byReturn = Math.floor((mostReturnCents * 1000) / price)
  const byLoss = Math.floor((Math.min(mostLoss, room) * 1000) / (price - 1000))
  return Math.min(byReturn, byLoss)
}

/** How long a bet on this price has to wait before it is decided: in play as long as the delay, else not. */
export const betDelay = ({ matchTime }: Quote, { betDelayMs }: SportsbookSettings): number =>
  isInPlay(matchTime) ? betDelayMs : 0
