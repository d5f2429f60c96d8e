import type { Deps } from '../platform/deps.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type AccountName, balanceOf, isOwn, type LedgerBatch, move, playerOf } from './ledger-batch.ts'
import { lockAccounts, post } from './post.ts'
import { selectPosted } from './queries.ts'

/** A transfer between a player's cash and a house account; `key` is the caller's idempotency key. */
export type MakeTransfer = { key: string; from: AccountName; to: AccountName; cents: number }

/**
 * Executes requests that consist of a single transfer: opening balances, corrections by operators. Idempotent: a key that
 * was posted before moves nothing and gives the same result. Returns results in the order of the requests.
 */
export const makeTransfers = (deps: Deps, requests: readonly MakeTransfer[]) =>
  deps.db.begin(async (tx): Promise<Result<null, 'insufficient_funds'>[]> => {
    // Read after the locks are held. A house-only key that is posted meanwhile violates the unique key, and is retried.
    const [batch, posted] = await Promise.all([
      lockAccounts(tx, requests.flatMap(playersOf), ['cash']),
      selectPosted(tx, {
        playerIds: requests.map(({ from, to }) => playerOf(from, to)),
        keys: requests.map(({ key }) => key),
      }),
    ])
    const done = new Set(posted.map(({ playerId, key }) => nameOf(playerId, key)))
    const answers = requests.map((request) => decide(batch, done, request))
    await post(tx, batch)
    return answers
  })

/** Keys are unique per player. */
const nameOf = (playerId: number, key: string) => `${playerId}:${key}`

const playersOf = ({ from, to }: MakeTransfer) =>
  [from, to].flatMap((side) => (isOwn(side) ? [side.playerId] : []))

function decide(batch: LedgerBatch, done: Set<string>, request: MakeTransfer) {
  const { key, from, to, cents } = request
  const name = nameOf(playerOf(from, to), key)
  if (done.has(name)) return ok(null)
  if (isOwn(from) && balanceOf(batch, from.playerId, from.kind) < cents) {
    return refuse('insufficient_funds')
  }
  move(batch, request)
  done.add(name)
  return ok(null)
}
