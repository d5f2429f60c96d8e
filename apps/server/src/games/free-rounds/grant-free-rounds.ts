import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { admitGifts, type GiftNeeds, type GiftRefusal } from '../../wagering/index.ts'
import { type GivenRow, insertFreeRounds, selectBounds, selectGiven } from './queries.ts'

/** `requestId` is the caller's own: repeated, it grants once. */
export type GrantFreeRounds = Omit<GivenRow, 'id'>

type Needs = Pick<Deps, 'random'> & GiftNeeds

type GrantRefusal = GiftRefusal | 'request_mismatch' | 'game_closed' | 'stake_below_min'

export type Given = { grantId: string; isNew: boolean }

/**
 * Grants rounds of a game without a stake, for an operator or a promotion, in the caller's transaction. Returns new
 * and earlier grants in the order of the requests.
 */
export async function grantFreeRounds(
  tx: Tx,
  { random, ...needs }: Needs,
  requests: readonly GrantFreeRounds[],
): Promise<Result<Given, GrantRefusal>[]> {
  const playerIds = requests.map(({ playerId }) => playerId)
  const refusedGift = await admitGifts(tx, needs, playerIds)
  const [earlier, games] = await Promise.all([
    selectGiven(tx, requests),
    selectBounds(tx, [...new Set(requests.map(({ gameCode }) => gameCode))]),
  ])
  const boundsOf = new Map(games.map((one) => [one.code, one]))
  const given = new Map(earlier.map((row) => [keyOf(row), row]))
  const rows: (GivenRow & { policyVersion: string })[] = []

  const decide = (request: GrantFreeRounds): Result<Given, GrantRefusal> => {
    const before = given.get(keyOf(request))
    if (before) {
      return isSame(before, request) ? ok({ grantId: before.id, isNew: false }) : refuse('request_mismatch')
    }
    const bounds = boundsOf.get(request.gameCode)
    if (!bounds) return refuse('game_closed')
    const { minStakeCents, maxStakeCents } = bounds
    if (request.stakeCents < minStakeCents)
      return refuse('stake_below_min', { values: { minCents: minStakeCents }, detail: { minStakeCents } })
    if (request.stakeCents > maxStakeCents)
      return refuse('stake_above_max', { values: { maxCents: maxStakeCents }, detail: { maxStakeCents } })
    // Last: what it admits counts against the gift limit.
    const refused = refusedGift({ ...request, worthCents: request.rounds * request.stakeCents })
    if (refused) return refused
    const row = { ...request, id: random.hex(16), policyVersion: needs.policy.version }
    given.set(keyOf(request), row)
    rows.push(row)
    return ok({ grantId: row.id, isNew: true })
  }

  const answers = requests.map(decide)
  if (rows.length > 0) await insertFreeRounds(tx, rows)
  return answers
}

const keyOf = ({ playerId, requestId }: GrantFreeRounds) => `${playerId} ${requestId}`

const isSame = (row: GivenRow, { gameCode, rounds, stakeCents, endsAt }: GrantFreeRounds) =>
  row.gameCode === gameCode &&
  row.rounds === rounds &&
  row.stakeCents === stakeCents &&
  row.endsAt.getTime() === endsAt.getTime()
