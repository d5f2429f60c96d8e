import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { admitGifts, type GiftNeeds, type GiftRefusal } from '../../wagering/index.ts'
import { type GivenRow, insertFreeBets, revokeUnused, selectGiven } from './free-bet-queries.ts'
import { lockAccounts } from '../../ledger/index.ts'

/** `requestId` is the caller's own: asked twice, it gives once. */
export type GrantFreeBet = Omit<GivenRow, 'id'>

type Needs = Pick<Deps, 'random'> & GiftNeeds

type GrantRefusal = GiftRefusal | 'request_mismatch'

type Given = { freeBetId: string; isNew: boolean }

/**
 * Gives players stakes of the house, for an operator or a promotion, in the transaction of whoever asks. Answers in the
 * order asked, new or as it was given before.
 */
export async function grantFreeBets(
  tx: Tx,
  { random, ...needs }: Needs,
  requests: readonly GrantFreeBet[],
): Promise<Result<Given, GrantRefusal>[]> {
  const playerIds = requests.map(({ playerId }) => playerId)
  const refusedGift = await admitGifts(tx, needs, playerIds)
  const earlier = await selectGiven(tx, requests)
  const given = new Map(earlier.map((row) => [keyOf(row), row]))
  const rows: (GivenRow & { policyVersion: string })[] = []

  const decide = (request: GrantFreeBet): Result<Given, GrantRefusal> => {
    const before = given.get(keyOf(request))
    if (before) {
      return isSame(before, request) ? ok({ freeBetId: before.id, isNew: false }) : refuse('request_mismatch')
    }
    const refused = refusedGift({ ...request, worthCents: request.stakeCents })
    if (refused) return refused
    const row = { ...request, id: random.hex(16), policyVersion: needs.policy.version }
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

/**
 * Takes free bets back that no bet uses, in the transaction of whoever asks; answers those that were taken back now. One
 * that is used or over stays as it is.
 */
export async function revokeFreeBets(
  tx: Tx,
  requests: readonly { playerId: number; freeBetId: string }[],
): Promise<ReadonlySet<string>> {
  // Whoever places or settles a bet of its player waits for this, or was before it.
  const [, revoked] = await Promise.all([
    lockAccounts(
      tx,
      requests.map(({ playerId }) => playerId),
    ),
    revokeUnused(
      tx,
      requests.map(({ freeBetId }) => freeBetId),
      requests.map(({ playerId }) => playerId),
    ),
  ])
  return new Set(revoked.map(({ id }) => id))
}
