import { readBalances } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { SportsbookSettings } from '../settings.ts'
import { type PlaceBet, type PlaceBetRefusal, requestName } from './bet-request.ts'
import { readEarlierBets } from './earlier-bets.ts'
import { betDelay, takeQuote } from './quote-rules.ts'
import { readQuotes } from './read-quotes.ts'

/** How long a bet has to wait before it is decided: not at all but for a new one in play. */
export type Preview = { delayMs: number }

/**
 * Says how long each of these bets has to wait; of those in play, also which would be refused as things stand, so
 * that nobody waits for a plain no. Read without a lock and in a list, as bets are decided: nothing is promised.
 */
export async function previewBets(
  sql: Sql,
  settings: SportsbookSettings,
  requests: readonly PlaceBet[],
): Promise<Result<Preview, PlaceBetRefusal>[]> {
  const outcomeIds = [...new Set(requests.map(({ outcomeId }) => outcomeId))]
  const quotes = await readQuotes(sql, outcomeIds, settings)
  const delayOf = ({ outcomeId }: PlaceBet) => {
    const quote = quotes.get(outcomeId)
    return quote ? betDelay(quote, settings) : 0
  }
  const delayed = requests.filter((request) => delayOf(request) > 0)
  if (delayed.length === 0) return requests.map(() => ok({ delayMs: 0 }))
  const [earlier, balances] = await Promise.all([
    readEarlierBets(sql, delayed),
    readBalances(
      sql,
      delayed.map(({ playerId }) => playerId),
    ),
  ])
  return requests.map((request) => {
    const delayMs = delayOf(request)
    if (delayMs === 0 || earlier.has(requestName(request))) return ok({ delayMs: 0 })
    const taken = takeQuote(request, quotes.get(request.outcomeId), settings)
    if (!taken.ok) return taken
    const { cashCents, bonusCents } = balances.get(request.playerId) ?? nothing
    return cashCents + bonusCents < request.stakeCents ? refuse('insufficient_funds') : ok({ delayMs })
  })
}

const nothing = { cashCents: 0, bonusCents: 0 }
