import type { Deps } from '../platform/deps.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type AccountName, balanceOf, isOwn, type LedgerBatch, move, playerOf } from './ledger-batch.ts'
import { lockAccounts, post } from './post.ts'
import { selectPosted } from './queries.ts'

/** Move cents between a player's cash and an account of the house; `key` is the caller's own id for it. */
export type MakeTransfer = { key: string; from: AccountName; to: AccountName; cents: number }

/**
 * Moves money for requests that are nothing but a transfer: opening balances, corrections by operators. A key
 * that was posted before answers the same and moves nothing. Answers in the order asked.
 */
export const makeTransfers = (deps: Deps, requests: readonly MakeTransfer[]) =>
  deps.db.begin(async (tx): Promise<Result<null, 'insufficient_funds'>[]> => {
    // Behind the locks. A key of the house alone that is posted meanwhile breaks the key, and is then asked again.
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

/** Keys are unique for a player. */
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
