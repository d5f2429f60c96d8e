import { readBalances } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { readPriceBoosts } from './read-boosts.ts'
import { simulatorPlays } from '../../platform/config.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import type { ExposureHeadroom } from '../risk/exposure-headroom.ts'
import type { SportsbookSettings } from '../settings.ts'
import { outcomesOf, type PlaceBet, type PlaceBetRefusal, requestName } from './bet-request.ts'
import type { DueBet } from './rules.ts'
import { readEarlierBets } from './earlier-bets.ts'
import { betDelay, acceptQuotes } from './quote-rules.ts'
import { readQuotes } from './read-quotes.ts'
import { readStakeBounds } from './stake-factors.ts'
import { readStillWaiting } from './waiting-bets.ts'

/** How long a bet has to wait before it is decided. */
export type Preview = { delayMs: number }

type Needs = { policy: CompliancePolicy; settings: SportsbookSettings; headroom: ExposureHeadroom }

/**
 * Says how long each of these bets has to wait, or that it would be refused as things stand, so that nobody waits for
 * a plain no. One that was placed earlier, or is not in play after all, need not wait: its list has the answer. One that
 * waits already is not refused here, for it may still be placed. Read without a lock: nothing is promised.
 */
export async function previewBets(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  { policy, settings, headroom }: Needs,
  requests: readonly DueBet[],
): Promise<Result<Preview, PlaceBetRefusal>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const outcomeIds = outcomesOf(requests)
  const needs = { ...settings, simulatorPlays: simulatorPlays(config) }
  const [quotes, stakeBoundOf, earlier, balances, boostOf] = await Promise.all([
    readQuotes(sql, outcomeIds, { ...needs, headroomOf: (one) => headroom.left(one, settings) }),
    readStakeBounds(sql, policy, playerIds, outcomeIds),
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
  const answers = requests.map((request): Result<Preview, PlaceBetRefusal> => {
    const delayMs = delayOf(request)
    if (delayMs === 0 || earlier.has(requestName(request))) return ok({ delayMs: 0 })
    const own = { stakeBound: stakeBoundOf(request.playerId), priceBoost: boostOf(request) }
    const taken = acceptQuotes({ ...request, ...own }, quoteOf, settings, request.held)
    if (!taken.ok) return taken
    if (request.freeBetId !== undefined) return ok({ delayMs })
    const { cashCents, bonusCents } = balances.get(request.playerId) ?? nothing
    return cashCents + bonusCents < taken.value.ticket.stakeCents
      ? refuse('insufficient_funds')
      : ok({ delayMs })
  })
  return answersOfOthers(sql, requests, answers)
}

/** A no is none to a request of which another copy still waits, or was placed meanwhile: read in this order. */
async function answersOfOthers(
  sql: Sql,
  requests: readonly DueBet[],
  answers: readonly Result<Preview, PlaceBetRefusal>[],
): Promise<Result<Preview, PlaceBetRefusal>[]> {
  const refused = requests.filter((_, at) => answers[at]?.ok === false)
  if (refused.length === 0) return [...answers]
  const waiting = await readStillWaiting(sql, refused)
  const placed = await readEarlierBets(sql, refused)
  return answers.map((answer, at) => {
    const name = requestName(present(requests[at], 'the request of an answer'))
    if (answer.ok) return answer
    if (placed.has(name)) return ok({ delayMs: 0 })
    return waiting.has(name) ? refuse('busy') : answer
  })
}

const nothing = { cashCents: 0, bonusCents: 0 }
