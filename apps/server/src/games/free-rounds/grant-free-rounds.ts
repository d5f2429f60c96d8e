import { readPlayerStandings } from '../../identity/index.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { type GivenRow, insertFreeRounds, selectBounds, selectGiven, selectNow } from './queries.ts'

/** `requestId` is the caller's own: asked twice, it gives once. */
export type GrantFreeRounds = Omit<GivenRow, 'id'>

type Needs = Pick<Deps, 'random'> & { policy: Pick<CompliancePolicy, 'canReward' | 'version'> }

type GrantRefusal =
  | 'bad_request'
  | 'not_found'
  | 'request_mismatch'
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'game_closed'
  | 'stake_below_min'
  | 'stake_above_max'

export type Given = { grantId: string; isNew: boolean }

/** A gift is for now: whoever waits longer gives it later. */
const MAX_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Gives players rounds of a game without a stake, for an operator or a promotion, in the transaction of whoever asks. Answers
 * in the order asked, new or as it was given before.
 */
export async function grantFreeRounds(
  tx: Tx,
  { random, policy }: Needs,
  requests: readonly GrantFreeRounds[],
): Promise<Result<Given, GrantRefusal>[]> {
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const standingOf = new Map(
    (await readPlayerStandings(tx, playerIds)).map((one) => [one.playerId, one] as const),
  )
  const [, earlier, games, now] = await Promise.all([
    // Held so that the same request at once waits for this one, and finds what it gave.
    lockAccounts(tx, [...standingOf.keys()]),
    selectGiven(tx, requests),
    selectBounds(tx, [...new Set(requests.map(({ gameCode }) => gameCode))]),
    selectNow(tx),
  ])
  const boundsOf = new Map(games.map((one) => [one.code, one]))
  const given = new Map(earlier.map((row) => [keyOf(row), row]))
  const rows: (GivenRow & { policyVersion: string })[] = []

  const decide = (request: GrantFreeRounds): Result<Given, GrantRefusal> => {
    const before = given.get(keyOf(request))
    if (before) {
      return isSame(before, request) ? ok({ grantId: before.id, isNew: false }) : refuse('request_mismatch')
    }
    const standing = standingOf.get(request.playerId)
    if (!standing) return refuse('not_found')
    const { isTest: isTestAccount, isIdentified } = standing
    const may = policy.canReward('promotions', { isTestAccount, isIdentified })
    if (!may.ok) return may
    const bounds = boundsOf.get(request.gameCode)
    if (!bounds) return refuse('game_closed')
    const { minStakeCents, maxStakeCents } = bounds
    if (request.stakeCents < minStakeCents)
      return refuse('stake_below_min', { values: { min: inReais(minStakeCents) }, detail: { minStakeCents } })
    if (request.stakeCents > maxStakeCents)
      return refuse('stake_above_max', { values: { max: inReais(maxStakeCents) }, detail: { maxStakeCents } })
    const waitsMs = request.endsAt.getTime() - now.getTime()
    if (waitsMs <= 0 || waitsMs > MAX_DAYS * DAY_MS) {
      return refuse('bad_request', { values: { field: 'endsAt' }, detail: { field: 'endsAt' } })
    }
    const row = { ...request, id: random.hex(16), policyVersion: policy.version }
    given.set(keyOf(request), row)
    rows.push(row)
    return ok({ grantId: row.id, isNew: true })
  }

  const answers = requests.map(decide)
  if (rows.length > 0) await insertFreeRounds(tx, rows)
  return answers
}

const inReais = (wholeCents: number) => (wholeCents / 100).toFixed(2)

const keyOf = ({ playerId, requestId }: GrantFreeRounds) => `${playerId} ${requestId}`

const isSame = (row: GivenRow, { gameCode, rounds, stakeCents, endsAt }: GrantFreeRounds) =>
  row.gameCode === gameCode &&
  row.rounds === rounds &&
  row.stakeCents === stakeCents &&
  row.endsAt.getTime() === endsAt.getTime()
