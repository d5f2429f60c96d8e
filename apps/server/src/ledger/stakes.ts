import { cents as asCents, splitByWeights } from '@palpite/money'
import { type Book, move, purseOf } from './book.ts'
import type { HouseAccount } from './house-accounts.ts'

/** Where a stake came from: returns go back in the same proportion. */
export type Split = { cashCents: number; bonusCents: number }

type Stake = { playerId: number; key: string; cents: number; to: HouseAccount }

/**
 * Takes a stake, cash first, then bonus. Answers where it came from, or nothing when the player has not
 * enough; then nothing was moved.
 */
export function takeStake(book: Book, { playerId, key, cents, to }: Stake): Split | undefined {
  const purse = purseOf(book, playerId)
  if (purse.cashCents + purse.bonusCents < cents) return undefined
  const cashCents = Math.min(purse.cashCents, cents)
  const bonusCents = cents - cashCents
  if (cashCents > 0) move(book, { key, from: { playerId, kind: 'cash' }, to, cents: cashCents })
  if (bonusCents > 0) {
    move(book, { key: `${key}:bonus`, from: { playerId, kind: 'bonus' }, to, cents: bonusCents })
  }
  return { cashCents, bonusCents }
}

type Return = { playerId: number; key: string; cents: number; split: Split; from: HouseAccount }

/** Pays a return, to cash and bonus in the proportion of the stake. Nothing to pay moves nothing. */
export function payReturn(book: Book, { playerId, key, cents, split, from }: Return): void {
  if (cents === 0) return
  const { cashCents, bonusCents } = splitReturn(cents, split)
  if (cashCents > 0) move(book, { key, from, to: { playerId, kind: 'cash' }, cents: cashCents })
  if (bonusCents > 0) {
    move(book, { key: `${key}:bonus`, from, to: { playerId, kind: 'bonus' }, cents: bonusCents })
  }
}

/** The parts of a return, in the proportion of the stake. Nearly all stakes are cash alone: no arithmetic there. */
function splitReturn(cents: number, stake: Split): Split {
  if (stake.bonusCents === 0) return { cashCents: cents, bonusCents: 0 }
  const [cashCents = 0, bonusCents = 0] = splitByWeights(asCents(cents), [stake.cashCents, stake.bonusCents])
  return { cashCents, bonusCents }
}
