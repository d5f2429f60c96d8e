import type { House } from '../platform/house.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { type AccountName, balanceOf, type Book, move } from './book.ts'
import { openBook, post } from './post.ts'
import { selectPosted } from './queries.ts'

/** Move cents between a player's cash and an account of the house; `key` is the caller's own id for it. */
export type MakeTransfer = { key: string; from: AccountName; to: AccountName; cents: number }

/**
 * Moves money for asks that are nothing but a transfer: opening balances, corrections by operators. A key
 * that was posted before answers the same and moves nothing. Answers in the order asked.
 */
export const makeTransfers = (house: House, asks: readonly MakeTransfer[]) =>
  house.db.begin(async (tx): Promise<Result<null, 'insufficient_funds'>[]> => {
    // Together: a key that is posted between the two breaks the primary key and is then asked again.
    const [book, posted] = await Promise.all([
      openBook(tx, asks.flatMap(playersOf), ['cash']),
      selectPosted(
        tx,
        asks.map(({ key }) => key),
      ),
    ])
    const done = new Set(posted.map(({ key }) => key))
    const answers = asks.map((ask) => decide(book, done, ask))
    tx.beforeCommit(() => post(tx, book))
    return answers
  })

const playersOf = ({ from, to }: MakeTransfer) =>
  [from, to].flatMap((side) => (typeof side === 'string' ? [] : [side.playerId]))

function decide(book: Book, done: Set<string>, ask: MakeTransfer) {
  if (done.has(ask.key)) return ok(null)
  const { from, cents } = ask
  if (typeof from !== 'string' && balanceOf(book, from.playerId, from.kind) < cents) {
    return refuse('insufficient_funds')
  }
  move(book, ask)
  done.add(ask.key)
  return ok(null)
}
