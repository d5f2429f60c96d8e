import { setTimeout as sleep } from 'node:timers/promises'
import { batches } from '../../platform/batches.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse, type Result } from '../../platform/result.ts'
import { betDelay, readQuotes } from '../betting/index.ts'
import { simulatorPlays } from '../feeds/index.ts'
import { selectStanding } from '../settlement/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { type CashedOut, cashOutBets, type CashOutRefusal, type CashOutRequest } from './cash-out-bets.ts'
import { cashOutQuotes } from './quote.ts'
import { readOffers } from './read-offers.ts'

/** What a player asks for: the offer they were shown, and how much less they would still take. */
export type TakeOffer = {
  playerId: number
  requestId: string
  quoteId: string
  unitCents: number | undefined
  /** The least they take, in hundredths of a percent of the offer. */
  minShareBps: number
}

/** An offer as it is shown: taken by its id until it expires. */
export type ShownOffer = {
  betId: number
  quoteId: string
  offerCents: number
  fairCents: number
  minPartCents: number
  expiresAt: Date
}

/**
 * Offers for open bets, and taking them, through lists. With a leg in play an offer waits out the delay of a bet before it
 * is decided, by what stands then: nobody sells a bet on what the house has not seen yet.
 */
export function openCashOuts(deps: Deps, readSettings: () => Promise<SportsbookSettings>) {
  const quotes = cashOutQuotes(deps.config)
  const take = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: async (requests: readonly CashOutRequest[]) => cashOutBets(deps, await readSettings(), requests),
    key: ({ playerId }) => playerId,
    concurrency: 2,
  })
  const delayOf = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: async (betIds: readonly number[]) => readDelays(deps, await readSettings(), betIds),
    concurrency: 2,
  })
  return {
    /** What the house would pay now for these bets of a player. */
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
    /** Takes an offer at what stands now, if that is not less than its player allows. */
    take: async (request: TakeOffer): Promise<Result<CashedOut, CashOutRefusal>> => {
      const { playerId, requestId, unitCents, minShareBps } = request
      const quote = quotes.read(request.quoteId, playerId)
      if (!quote) return refuse('not_found')
      const { betId, offerCents, expiresAtMs } = quote
      const delayMs = await delayOf(betId)
      if (delayMs > 0) await sleep(delayMs)
      const minOfferCents = Math.ceil((offerCents * minShareBps) / 10_000)
      // What was waited for counts for the player, not against them.
      return take({
        playerId,
        requestId,
        betId,
        unitCents,
        minOfferCents,
        expiresAtMs: expiresAtMs + delayMs,
      })
    },
  }
}

/** How long each of these bets is waited for before it is sold, in milliseconds. */
async function readDelays(
  { db, config }: Deps,
  settings: SportsbookSettings,
  betIds: readonly number[],
): Promise<number[]> {
  const standing = await selectStanding(db, betIds)
  const open = new Map(
    standing.map(({ id, legs }) => [
      id,
      legs.filter(({ parts }) => parts === null).map(({ outcomeId }) => outcomeId),
    ]),
  )
  const outcomeIds = [...new Set([...open.values()].flat())]
  if (outcomeIds.length === 0) return betIds.map(() => 0)
  const quotes = await readQuotes(db, outcomeIds, { ...settings, simulatorPlays: simulatorPlays(config) })
  return betIds.map((betId) => {
    const own = (open.get(betId) ?? []).flatMap((outcomeId) => quotes.get(outcomeId) ?? [])
    return betDelay(own, settings)
  })
}
