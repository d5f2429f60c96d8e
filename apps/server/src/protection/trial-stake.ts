import {
  countTurnover,
  makeTransfers,
  openBook,
  post,
  proveLedger,
  readPurses,
  takeStake,
  turnoverOf,
} from '../ledger/index.ts'
import type { House } from '../platform/house.ts'
import { readLimits, refuseLoss } from './index.ts'

type TrialStake = { playerId: number; stakeCents: number; key: string }

/**
 * Takes stakes the way each room does that takes them: the book first, then limits, each ask decided
 * in turn, all of it written in one transaction. Answers `taken`, or why not.
 */
export const takeTrialStakes = (house: House, asks: readonly TrialStake[]) =>
  house.db.begin(async (tx): Promise<string[]> => {
    const playerIds = asks.map(({ playerId }) => playerId)
    const book = await openBook(tx, playerIds)
    const limits = await readLimits(tx, playerIds)
    const answers = asks.map(({ playerId, stakeCents, key }) => {
      const no = refuseLoss(limits.get(playerId), turnoverOf(book, playerId), stakeCents)
      if (no) return no.refusal.code
      if (!takeStake(book, { playerId, key, cents: stakeCents, to: 'games' })) return 'insufficient_funds'
      countTurnover(book, { playerId, stakedCents: stakeCents })
      return 'taken'
    })
    await post(tx, book)
    return answers
  })

export const giveCash = (house: House, playerId: number, cents: number) =>
  makeTransfers(house, [{ key: `cash:${playerId}`, from: 'opening', to: { playerId, kind: 'cash' }, cents }])

export const cashOf = async (house: House, playerId: number) =>
  (await readPurses(house.db, [playerId])).get(playerId)?.cashCents

export const ledgerFindings = (house: House) => proveLedger(house.db, [])
