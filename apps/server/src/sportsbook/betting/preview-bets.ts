import { readBalances } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { readPriceBoosts } from '../boosts/index.ts'
import { simulatorPlays } from '../feeds/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { outcomesOf, type PlaceBet, type PlaceBetRefusal, requestName } from './bet-request.ts'
import type { DueBet } from './rules.ts'
import { readEarlierBets } from './earlier-bets.ts'
import { betDelay, takeQuotes } from './quote-rules.ts'
import { readQuotes } from './read-quotes.ts'

/** How long a bet has to wait before it is decided. */
export type Preview = { delayMs: number }

/**
 * Says how long each of these bets has to wait, or that it would be refused as things stand, so that nobody waits for
 * a plain no. One that was placed earlier, or is not in play after all, need not wait: its list has the answer. Read
 * without a lock: nothing is promised.
 */
export async function previewBets(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  settings: SportsbookSettings,
  requests: readonly DueBet[],
): Promise<Result<Preview, PlaceBetRefusal>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const [quotes, earlier, balances, boostOf] = await Promise.all([
    readQuotes(sql, outcomesOf(requests), { ...settings, simulatorPlays: simulatorPlays(config) }),
    readEarlierBets(sql, requests),
    readBalances(sql, playerIds),
    readPriceBoosts(sql, requests),
  ])
  const quoteOf = (outcomeId: number) => quotes.get(outcomeId)
  const delayOf = ({ legs }: PlaceBet) =>
    betDelay(
      legs.flatMap(({ outcomeId }) => quoteOf(outcomeId) ?? []),
      settings,
    )
  return requests.map((request) => {
    const delayMs = delayOf(request)
    if (delayMs === 0 || earlier.has(requestName(request))) return ok({ delayMs: 0 })
    const taken = takeQuotes({ ...request, priceBoost: boostOf(request) }, quoteOf, settings, request.held)
    if (!taken.ok) return taken
    if (request.freeBetId !== undefined) return ok({ delayMs })
    const { cashCents, bonusCents } = balances.get(request.playerId) ?? nothing
    return cashCents + bonusCents < taken.value.ticket.stakeCents
      ? refuse('insufficient_funds')
      : ok({ delayMs })
  })
}

const nothing = { cashCents: 0, bonusCents: 0 }
