import type { Deps } from '../../platform/deps.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type GiftBound, refuseBeyondDay } from '../../wagering/index.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import {
  type GivenBoostRow,
  insertBoosts,
  lockBoosts,
  selectBoostable,
  selectGivenBoosts,
  selectPriceBoosts,
  selectStakedOn,
} from './promotion-queries.ts'
import type { AskedBoost } from './boost-rules.ts'

/** `requestId` is the caller's own: repeated, it grants once. */
type GiveBoost = Omit<GivenBoostRow, 'id'>

type Needs = Pick<Deps, 'random'> & {
  policy: Pick<CompliancePolicy, 'hasRewards' | 'version'>
  /** The daily gift limit of the operator or promotion that grants the boosts. */
  bound: GiftBound
}
type Given = { boostId: string; isNew: boolean; worthCents: number }
type GiveBoostRefusal =
  | 'bad_request'
  | 'not_found'
  | 'request_mismatch'
  | 'blocked_by_policy'
  | 'gifts_day_bound'
  | 'market_closed'

/**
 * Boosts prices of outcomes whose matches have not started, in the caller's transaction. Returns new and earlier
 * boosts in the order of the requests. An outcome has one boost at a time. The daily gift limit counts a boost by the
 * extra profit of one player at the current price. Refuses markets that are not open or do not offer the outcome:
 * their stored price is old, and the boost would count too little.
 */
export async function giveBoosts(
  tx: Tx,
  { random, policy, bound }: Needs,
  requests: readonly GiveBoost[],
): Promise<Result<Given, GiveBoostRefusal>[]> {
  if (!policy.hasRewards('promotions')) return requests.map(() => refuse('blocked_by_policy'))
  const [, earlier, outcomes] = await Promise.all([
    lockBoosts(tx),
    selectGivenBoosts(
      tx,
      requests.map(({ requestId }) => requestId),
    ),
    selectBoostable(
      tx,
      requests.map(({ outcomeId }) => outcomeId),
    ),
  ])
  const given = new Map(earlier.map((row) => [row.requestId, row]))
  const boosted = new Set(outcomes.filter(({ isBoosted }) => isBoosted).map(({ outcomeId }) => outcomeId))
  let { leftCents } = bound
  const rows: (GivenBoostRow & { policyVersion: string })[] = []
  const answers = requests.map((request): Result<Given, GiveBoostRefusal> => {
    const before = given.get(request.requestId)
    if (before) {
      return isSame(before, request)
        ? ok({ boostId: before.id, isNew: false, worthCents: 0 })
        : refuse('request_mismatch')
    }
    const outcome = outcomes.find(({ outcomeId }) => outcomeId === request.outcomeId)
    if (!outcome) return refuse('not_found')
    if (request.endsAt <= outcome.now || request.endsAt > outcome.startsAt) {
      return badField('endsAt')
    }
    if (boosted.has(request.outcomeId)) return badField('outcomeId')
    if (!outcome.isOnSale) return refuse('market_closed')
    const worthCents = worthOf(request, outcome.priceMilli)
    const isBeyond = refuseBeyondDay({ ...bound, leftCents }, worthCents)
    if (isBeyond) return isBeyond
    leftCents -= worthCents
    const row = { ...request, id: random.hex(16), policyVersion: policy.version }
    given.set(row.requestId, row)
    boosted.add(row.outcomeId)
    rows.push(row)
    return ok({ boostId: row.id, isNew: true, worthCents })
  })
  if (rows.length > 0) await insertBoosts(tx, rows)
  return answers
}

const worthOf = ({ bps, maxStakeCents }: GiveBoost, priceMilli: number): number =>
  Math.ceil((maxStakeCents * (priceMilli - 1000) * bps) / (1000 * 10_000))

const badField = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

const isSame = (row: GivenBoostRow, { outcomeId, bps, maxStakeCents, endsAt }: GiveBoost) =>
  row.outcomeId === outcomeId &&
  row.bps === bps &&
  row.maxStakeCents === maxStakeCents &&
  row.endsAt.getTime() === endsAt.getTime()

type Request = { playerId: number; priceBoostId?: string | undefined }

/** The boosted price of a request, with its player's use of it. */
export type BoostOf = (request: Request) => AskedBoost | undefined

/**
 * Reads the boosted prices that these requests ask for; no query if none does. Consistent under the lock of
 * the players.
 */
export async function readPriceBoosts(sql: Sql, requests: readonly Request[]): Promise<BoostOf> {
  const asking = requests.filter(({ priceBoostId }) => priceBoostId !== undefined)
  if (asking.length === 0) return () => undefined
  const ids = asking.flatMap(({ priceBoostId }) => priceBoostId ?? [])
  const [rows, staked] = await Promise.all([
    selectPriceBoosts(sql, ids),
    selectStakedOn(
      sql,
      ids,
      asking.map(({ playerId }) => playerId),
    ),
  ])
  const boosts = new Map(rows.map((row) => [row.id, row]))
  const keyOf = (boostId: string, playerId: number) => `${boostId}/${playerId}`
  const stakes = new Map(staked.map((one) => [keyOf(one.boostId, one.playerId), one.stakedCents]))
  return ({ playerId, priceBoostId = '' }) => {
    const boost = boosts.get(priceBoostId)
    return boost && { ...boost, stakedCents: stakes.get(keyOf(priceBoostId, playerId)) ?? 0 }
  }
}
