import { readBalances } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { readPriceBoosts } from './boosts.ts'
import { simulatorPlays } from '../../platform/config.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import type { ExposureHeadroom } from '../risk/exposure-headroom.ts'
import type { SportsbookSettings } from '../settings.ts'
import {
  outcomesOf,
  type PlaceBet,
  type PlaceBetRefusal,
  requestName,
  type BetRequest,
} from './bet-request.ts'
import type { DueBet } from './rules.ts'
import { readEarlierBets } from './read-bets.ts'
import {
  betDelay,
  acceptQuotes,
  isOfItsKind,
  isOpen,
  legOf,
  maxStake,
  relatedLeg,
  withBoost,
} from './quote-rules.ts'
import { readQuotes } from './read-quotes.ts'
import { readStakeBounds } from './stake-factors.ts'
import { readStillWaiting } from './waiting-bets.ts'
import { checkShape } from './ticket-rules.ts'

/** The delay before a bet is decided. */
export type Preview = { delayMs: number }

type Needs = { policy: CompliancePolicy; settings: SportsbookSettings; headroom: ExposureHeadroom }

/**
 * Returns the delay of each of these bets, or the refusal that it would get now, so that no player waits only
 * to be refused. Bets that were placed earlier or are not in play do not wait: their list decides. If another
 * copy of a bet still waits, the answer is `busy` instead of the refusal, because that copy may be placed.
 * Reads without a lock, so the list may decide otherwise.
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
    if (request.closed) return request.closed
    const own = { stakeBound: stakeBoundOf(request.playerId), priceBoost: boostOf(request) }
    const accepted = acceptQuotes({ ...request, ...own }, quoteOf, settings, request.held)
    if (!accepted.ok) return accepted
    if (request.freeBetId !== undefined) return ok({ delayMs })
    const { cashCents, bonusCents } = balances.get(request.playerId) ?? nothing
    return cashCents + bonusCents < accepted.value.ticket.stakeCents
      ? refuse('insufficient_funds')
      : ok({ delayMs })
  })
  return answersOfOthers(sql, requests, answers)
}

/**
 * Replaces a refusal by `busy` if another copy of the request still waits, and by no delay if one was placed
 * meanwhile. Waiting copies are read first: a copy that is placed in between is then found as a bet.
 */
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

export type AskedStake = Pick<BetRequest, 'legs' | 'folds' | 'isEachWay' | 'priceBoostId'> & {
  playerId: number
}
/** The stake used to look up a parlay's boost: at one cent it would add nothing. */
const BOOST_SEEN_CENTS = 10_000

export type MaxStake = Result<
  { maxStakeCents: number },
  'not_found' | 'market_closed' | 'parlay_limit' | 'bet_malformed' | 'legs_related' | 'price_boost_over'
>

/**
 * The maximum stake of this bet at current prices, all combinations together. The list decides by the same number,
 * unless other bets on the same outcomes come in between.
 */
export async function readMaxStake(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  { settings, policy, headroom }: Needs,
  asked: AskedStake,
): Promise<MaxStake> {
  const { playerId, ...own } = asked
  const [stakeBoundOf, boostOf] = await Promise.all([
    readStakeBounds(sql, policy, [playerId], outcomesOf([asked])),
    readPriceBoosts(sql, [asked]),
  ])
  const request: BetRequest = {
    ...own,
    stakeBound: stakeBoundOf(playerId),
    priceBoost: boostOf(asked),
    unitStakeCents: 1,
    accept: 'any',
  }
  const shape = checkShape(request)
  if (!shape.ok) return shape
  const ids = asked.legs.map(({ outcomeId }) => outcomeId)
  const quoteOf = await readQuotes(sql, ids, {
    ...settings,
    simulatorPlays: simulatorPlays(config),
    headroomOf: (one) => headroom.left(one, settings),
  })
  const quotes = ids.flatMap((id) => quoteOf.get(id) ?? [])
  if (quotes.length < ids.length) return refuse('not_found')
  if (!isOfItsKind(request, quotes)) return refuse('bet_malformed')
  const related = relatedLeg(request, quotes)
  if (related) return refuse('legs_related', { detail: legOf(related) })
  if (!quotes.every(isOpen)) return refuse('market_closed')
  const boosted = withBoost({ ...request, unitStakeCents: BOOST_SEEN_CENTS }, quotes, settings)
  if (!boosted.ok) return boosted
  const { boost } = boosted.value
  return ok({ maxStakeCents: maxStake(request, boosted.value.quotes, settings, boost) })
}
