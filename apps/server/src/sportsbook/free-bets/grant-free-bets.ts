import { readPlayerStandings } from '../../identity/index.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { type GivenRow, insertFreeBets, selectGiven, selectNow } from './queries.ts'

/** `requestId` is the caller's own: asked twice, it gives once. */
export type GrantFreeBet = Omit<GivenRow, 'id'>

type Needs = Pick<Deps, 'random'> & { policy: Pick<CompliancePolicy, 'canReward' | 'version'> }

type GrantRefusal = 'bad_request' | 'not_found' | 'request_mismatch' | 'blocked_by_policy' | 'kyc_needed'

type Given = { freeBetId: string; isNew: boolean }

/** A gift is for now: whoever waits longer gives it later. */
const MAX_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Gives players stakes of the house, for an operator or a promotion, in the transaction of whoever asks. Answers in the
 * order asked, new or as it was given before.
 */
export async function grantFreeBets(
  tx: Tx,
  { random, policy }: Needs,
  requests: readonly GrantFreeBet[],
): Promise<Result<Given, GrantRefusal>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const standings = await readPlayerStandings(tx, playerIds)
  const standingOf = new Map(standings.map((one) => [one.playerId, one] as const))
  const [, earlier, now] = await Promise.all([
    // Held so that the same request at once waits for this one, and finds what it gave.
    lockAccounts(tx, [...standingOf.keys()]),
    selectGiven(tx, requests),
    selectNow(tx),
  ])
  const given = new Map(earlier.map((row) => [keyOf(row), row]))
  const rows: (GivenRow & { policyVersion: string })[] = []

  const decide = (request: GrantFreeBet): Result<Given, GrantRefusal> => {
    const before = given.get(keyOf(request))
    if (before) {
      return isSame(before, request) ? ok({ freeBetId: before.id, isNew: false }) : refuse('request_mismatch')
    }
    const standing = standingOf.get(request.playerId)
    if (!standing) return refuse('not_found')
    const { isTest: isTestAccount, isIdentified } = standing
    const may = policy.canReward('promotions', { isTestAccount, isIdentified })
    if (!may.ok) return may
    const waitsMs = request.endsAt.getTime() - now.getTime()
    if (waitsMs <= 0 || waitsMs > MAX_DAYS * DAY_MS) {
      return refuse('bad_request', { values: { field: 'endsAt' }, detail: { field: 'endsAt' } })
    }
    const row = { ...request, id: random.hex(16), policyVersion: policy.version }
    given.set(keyOf(request), row)
    rows.push(row)
    return ok({ freeBetId: row.id, isNew: true })
  }

  const answers = requests.map(decide)
  if (rows.length > 0) {
    await insertFreeBets(
      tx,
      rows.map((row) => ({ ...row, kinds: JSON.stringify(row.kinds) })),
    )
  }
  return answers
}

const keyOf = ({ playerId, requestId }: Pick<GrantFreeBet, 'playerId' | 'requestId'>) =>
  `${playerId} ${requestId}`

const isSame = (row: GivenRow, { stakeCents, minPriceMilli, kinds, endsAt }: GrantFreeBet) =>
  row.stakeCents === stakeCents &&
  row.minPriceMilli === minPriceMilli &&
  [...row.kinds].sort().join() === [...kinds].sort().join() &&
  row.endsAt.getTime() === endsAt.getTime()
