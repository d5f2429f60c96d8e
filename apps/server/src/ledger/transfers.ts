import type { Deps } from '../platform/deps.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type AccountName, balanceOf, type LedgerBatch, move } from './ledger-batch.ts'
import { lockAccounts, post } from './post.ts'
import { selectPosted } from './queries.ts'

/** Move cents between a player's cash and an account of the house; `key` is the caller's own id for it. */
export type MakeTransfer = { key: string; from: AccountName; to: AccountName; cents: number }

/**
 * Moves money for asks that are nothing but a transfer: opening balances, corrections by operators. A key
 * that was posted before answers the same and moves nothing. Answers in the order asked.
 */
export const makeTransfers = (deps: Deps, requests: readonly MakeTransfer[]) =>
  deps.db.begin(async (tx): Promise<Result<null, 'insufficient_funds'>[]> => {
    // Together: a key that is posted between the two breaks the primary key and is then asked again.
    const [batch, posted] = await Promise.all([
      lockAccounts(tx, requests.flatMap(playersOf), ['cash']),
      selectPosted(
        tx,
        requests.map(({ key }) => key),
      ),
    ])
    const done = new Set(posted.map(({ key }) => key))
    const answers = requests.map((request) => decide(batch, done, request))
    await post(tx, batch)
    return answers
  })

const playersOf = ({ from, to }: MakeTransfer) =>
  [from, to].flatMap((side) => (typeof side === 'string' ? [] : [side.playerId]))

function decide(batch: LedgerBatch, done: Set<string>, request: MakeTransfer) {
  if (done.has(request.key)) return ok(null)
  const { from, cents } = request
  if (typeof from !== 'string' && balanceOf(batch, from.playerId, from.kind) < cents) {
    return refuse('insufficient_funds')
  }
  move(batch, request)
  done.add(request.key)
  return ok(null)
}
