import { balanceOf, type Book, holdsAccount, move } from './book.ts'

/** What a player owes in cents, after the moves decided so far. Nobody who never owed has that account. */
export const owedCents = (book: Book, playerId: number): number =>
  holdsAccount(book, playerId, 'debt') ? 0 - balanceOf(book, playerId, 'debt') : 0

type Repayment = { playerId: number; key: string; mostCents?: number }

/** Pays what the player owes, as far as there is cash (and no more than `mostCents`). Answers how much that was. */
export function repayDebt(book: Book, { playerId, key, mostCents = Infinity }: Repayment): number {
  const owed = owedCents(book, playerId)
  if (owed === 0) return 0
  const cents = Math.min(owed, mostCents, balanceOf(book, playerId, 'cash'))
  if (cents > 0) move(book, { key, from: { playerId, kind: 'cash' }, to: { playerId, kind: 'debt' }, cents })
  return cents
}
