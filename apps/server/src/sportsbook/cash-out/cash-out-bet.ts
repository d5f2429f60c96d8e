import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '../../platform/errors.ts'
import { batches } from '../../platform/batches.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Closed } from '../../platform/maintenance.ts'
import { refuse, type Result } from '../../platform/result.ts'
import { lateCallOffs, inFlightById } from '../betting/waiting-bets.ts'
import type { SportsbookSettings } from '../settings.ts'
import {
  type CashedOut,
  cashOutBets,
  type CashOutRefusal,
  type CashOutRequest,
  waits,
  readOffers,
} from './cash-out-bets.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { signingKey } from '../../platform/crypto.ts'

/** A request: the offer shown, and how much less the player would accept. */
type AcceptOffer = {
  playerId: number
  requestId: string
  quoteId: string
  unitCents: number | undefined
  /** The lowest accepted share of the offer, in hundredths of a percent. */
  minShareBps: number
  closed?: Closed | undefined
}

/** An offer as shown; it can be accepted by its id until it expires. */
type ShownOffer = {
  betId: number
  quoteId: string
  offerCents: number
  fairCents: number
  minPartCents: number
  expiresAt: Date
}

/**
 * Cash-out offers for open bets, and their acceptance through lists. With a leg in play, an accepted offer waits out
 * the in-play delay and is then decided by current prices: the feed may lag behind the match.
 */
export function openCashOuts(deps: Deps, readSettings: () => Promise<SportsbookSettings>) {
  const quotes = cashOutQuotes(deps.config)
  const sell = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: async (requests: readonly CashOutRequest[]) => cashOutBets(deps, await readSettings(), requests),
    key: ({ playerId }) => playerId,
    concurrency: 2,
  })
  const waiting = inFlightById<CashOutRequest, Result<CashedOut, CashOutRefusal>>()
  const callOffs = lateCallOffs(deps, 'cash-outs')
  /**
   * A cash-out waits once, and no other is accepted under its id, from its arrival on: that would cancel it. A repeated
   * request for the same part, also from a newer offer, gets the answer of the first one.
   */
  const sameWaiting = (request: CashOutRequest) => {
    const other = waiting.find(request)
    if (!other) return undefined
    const { betId, unitCents } = other.request
    const isSame = request.betId === betId && request.unitCents === unitCents
    return isSame ? other.answer : Promise.resolve(refuse('request_mismatch'))
  }
  const decide = async (request: CashOutRequest) => {
    const first = await sell(request)
    return waits(first) ? sellAfterDelay(request, first.value.delayMs) : first
  }
  const sellAfterDelay = async (request: CashOutRequest, delayMs: number) => {
    const { playerId, expiresAtMs } = request
    const mayNot = await callOffs.mayNotWait(playerId)
    if (mayNot) return refuse(mayNot)
    await sleep(delayMs)
    // Decided by the value after the delay: a higher one is paid, one below the player's minimum is refused.
    const answer = await sell({ ...request, expiresAtMs: expiresAtMs + delayMs, hasWaited: true })
    assert(!waits(answer), 'a waiting cash-out is decided')
    if (!answer.ok) await callOffs.count(playerId, answer.refusal.code)
    return answer
  }
  return {
    /** Current offers for these bets of a player. */
    offers: async (playerId: number, betIds: readonly number[]): Promise<ShownOffer[]> => {
      const settings = await readSettings()
      const offers = await readOffers(deps, settings, { playerId, betIds })
      return [...offers].map(([betId, { offerCents, fairCents, at }]) => {
        const expiresAtMs = at.getTime() + settings.cashOut.quoteSeconds * 1000
        const quoteId = quotes.write({ playerId, betId, offerCents, expiresAtMs })
        const { minCents: minPartCents } = settings.cashOut
        return { betId, offerCents, fairCents, minPartCents, expiresAt: new Date(expiresAtMs), quoteId }
      })
    },
    /** Accepts an offer at its current value, if that is not below what the player allows. */
    accept: async (asked: AcceptOffer): Promise<Result<CashedOut, CashOutRefusal>> => {
      const { playerId, requestId, unitCents, minShareBps, closed } = asked
      const quote = quotes.read(asked.quoteId, playerId)
      if (!quote) return closed ?? refuse('not_found')
      const { betId, offerCents, expiresAtMs } = quote
      const minOfferCents = Math.ceil((offerCents * minShareBps) / 10_000)
      const request = {
        playerId,
        requestId,
        betId,
        unitCents,
        minOfferCents,
        expiresAtMs,
        hasWaited: false,
        closed,
      }
      return sameWaiting(request) ?? waiting.hold(request, () => decide(request))
    },
  }
}

/** An offer for a bet in a given state, and its expiry. */
type CashOutQuote = { playerId: number; betId: number; offerCents: number; expiresAtMs: number }

/**
 * Offers are signed rather than stored: most are never accepted. An offer id is its numbers with a MAC; an altered,
 * forged or foreign id reads as none.
 */
function cashOutQuotes(config: Pick<Config, 'PUBLIC_ID_SECRET'>) {
  const key = signingKey(config, 'quotes of cash-outs')
  const ids = publicIds(config, 'bet')
  const codeOf = (numbers: string, playerId: number) =>
    createHmac('sha256', key).update(`${playerId}:${numbers}`).digest('base64url').slice(0, 22)
  return {
    write: ({ playerId, betId, offerCents, expiresAtMs }: CashOutQuote): string => {
      const numbers = [ids.show(betId), offerCents.toString(36), expiresAtMs.toString(36)].join('-')
      return `${numbers}.${codeOf(numbers, playerId)}`
    },
    read: (text: string, playerId: number): CashOutQuote | undefined => {
      const [numbers = '', code = ''] = text.split('.')
      const right = Buffer.from(codeOf(numbers, playerId))
      const given = Buffer.from(code)
      if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined
      const [bet = '', offerCents = '', expiresAtMs = ''] = numbers.split('-')
      return {
        playerId,
        betId: ids.read(bet),
        offerCents: Number.parseInt(offerCents, 36),
        expiresAtMs: Number.parseInt(expiresAtMs, 36),
      }
    },
  }
}
