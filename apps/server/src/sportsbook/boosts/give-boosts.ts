import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import {
  type GivenBoostRow,
  insertBoosts,
  lockBoosts,
  selectBoostable,
  selectGivenBoosts,
} from './queries.ts'

/** `requestId` is the caller's own: asked twice, it gives once. */
export type GiveBoost = Omit<GivenBoostRow, 'id'>

type Needs = Pick<Deps, 'random'> & { policy: Pick<CompliancePolicy, 'hasRewards' | 'version'> }
type Given = { boostId: string; isNew: boolean }
export type GiveBoostRefusal = 'bad_request' | 'not_found' | 'request_mismatch' | 'blocked_by_policy'

/**
 * Boosts prices of outcomes whose matches have not begun, in the transaction of whoever asks. Answers in the order asked,
 * new or as it was given before. One outcome has one boost at a time.
 */
export async function giveBoosts(
  tx: Tx,
  { random, policy }: Needs,
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
  const rows: (GivenBoostRow & { policyVersion: string })[] = []
  const answers = requests.map((request): Result<Given, GiveBoostRefusal> => {
    const before = given.get(request.requestId)
    if (before) {
      return isSame(before, request) ? ok({ boostId: before.id, isNew: false }) : refuse('request_mismatch')
    }
    const outcome = outcomes.find(({ outcomeId }) => outcomeId === request.outcomeId)
    if (!outcome) return refuse('not_found')
    if (request.endsAt <= outcome.now || request.endsAt > outcome.startsAt) {
      return badField('endsAt')
    }
    if (boosted.has(request.outcomeId)) return badField('outcomeId')
    const row = { ...request, id: random.hex(16), policyVersion: policy.version }
    given.set(row.requestId, row)
    boosted.add(row.outcomeId)
    rows.push(row)
    return ok({ boostId: row.id, isNew: true })
  })
  if (rows.length > 0) await insertBoosts(tx, rows)
  return answers
}

const badField = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

const isSame = (row: GivenBoostRow, { outcomeId, bps, maxStakeCents, endsAt }: GiveBoost) =>
  row.outcomeId === outcomeId &&
  row.bps === bps &&
  row.maxStakeCents === maxStakeCents &&
  row.endsAt.getTime() === endsAt.getTime()
