import type { House } from '../platform/house.ts'
import { balanceOf, type Book, holdsAccount, move, purseOf } from './book.ts'
import { openBook, post } from './post.ts'
import { selectAbleToRepay } from './queries.ts'

/** What a player owes in cents, after the moves decided so far. Nobody who never owed has that account. */
export const owedCents = (book: Book, playerId: number): number =>
  holdsAccount(book, playerId, 'debt') ? 0 - balanceOf(book, playerId, 'debt') : 0

type Repayment = { playerId: number; key: string }

/** Pays what the player owes, as far as there is cash. Answers how much that was. */
export function repayDebt(book: Book, { playerId, key }: Repayment): number {
  const cents = Math.min(owedCents(book, playerId), balanceOf(book, playerId, 'cash'))
  if (cents > 0) move(book, { key, from: { playerId, kind: 'cash' }, to: { playerId, kind: 'debt' }, cents })
  return cents
}

const PLAYERS_AT_ONCE = 500

/**
 * Takes what players owe from cash that came to them by another way than those that repay at once. Answers of how
 * many it took.
 */
export async function collectDebts(house: House): Promise<number> {
  const playerIds = (await selectAbleToRepay(house.db, PLAYERS_AT_ONCE)).map(({ playerId }) => playerId)
  if (playerIds.length === 0) return 0
  await house.db.begin(async (tx) => {
    const book = await openBook(tx, playerIds)
    for (const playerId of playerIds) {
      // The purse's version grows with this very move, so no other one has this key.
      repayDebt(book, { playerId, key: `repaid:${playerId}:${purseOf(book, playerId).version}` })
    }
    await post(tx, book)
  })
  return playerIds.length
}
