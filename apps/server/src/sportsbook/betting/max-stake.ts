import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { readPriceBoosts } from './read-boosts.ts'
import type { ExposureHeadroom } from '../risk/exposure-headroom.ts'
import type { SportsbookSettings } from '../settings.ts'
import { type BetRequest, outcomesOf } from './bet-request.ts'
import { isOfItsKind, isOpen, legOf, maxStake, relatedLeg, withBoost } from './quote-rules.ts'
import { readStakeBounds } from './stake-factors.ts'
import { readQuotes } from './read-quotes.ts'
import { checkShape } from './ticket-rules.ts'

export type AskedStake = Pick<BetRequest, 'legs' | 'folds' | 'isEachWay' | 'priceBoostId'> & {
  playerId: number
}
/** The stake at which the boost of a parlay is looked up: at one cent it would add nothing. */
const BOOST_SEEN_CENTS = 10_000

type Needs = {
  policy: CompliancePolicy
  settings: SportsbookSettings
  simulatorPlays: boolean
  headroom: ExposureHeadroom
}

export type MaxStake = Result<
  { maxStakeCents: number },
  'not_found' | 'market_closed' | 'parlay_limit' | 'bet_malformed' | 'legs_related' | 'price_boost_over'
>

/**
 * The maximum stake of this bet at current prices, all combinations together. It is the number the bet is decided by, unless
 * somebody bets on the same outcomes in between.
 */
export async function readMaxStake(
  sql: Sql,
  { settings, policy, headroom, simulatorPlays }: Needs,
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
  const standing = await readQuotes(sql, ids, {
    ...settings,
    simulatorPlays,
    headroomOf: (one) => headroom.left(one, settings),
  })
  const quotes = ids.flatMap((id) => standing.get(id) ?? [])
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
