import { balanceOf, type Book, lifetimeTurnover, move, openBook, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { House } from '../../platform/house.ts'
import { type Requirement, selectOpenRequirements, selectWageringPlayers, updateToMet } from './queries.ts'
import { isMet, releasedBonus } from './rules.ts'

/** What players still have to wager, and how much of their stakes was settled so far. */
export type Wagers = {
  open: ReadonlyMap<number, readonly Requirement[]>
  settledCents: ReadonlyMap<number, number>
}

/**
 * Closes the requirements of these players that are met, moves their bonus to cash in the book, and answers
 * what is left. The books of the players are held, with cash and bonus; the caller posts.
 */
export async function meetInBook(tx: Tx, book: Book, playerIds: readonly number[]): Promise<Wagers> {
  const wagers = await readWagers(tx, playerIds)
  const met: Requirement[] = []
  const open = new Map<number, readonly Requirement[]>()
  for (const [playerId, own] of wagers.open) {
    const settledCents = wagers.settledCents.get(playerId) ?? 0
    const done = own.filter((one) => isMet(one, settledCents))
    const left = own.filter((one) => !isMet(one, settledCents))
    open.set(playerId, left)
    met.push(...done)
    const first = done[0]
    const cents = first ? releasedBonus(balanceOf(book, playerId, 'bonus'), left) : 0
    if (first && cents > 0) {
      const [from, to] = [{ playerId, kind: 'bonus' } as const, { playerId, kind: 'cash' } as const]
      move(book, { key: `wagered:${first.id}`, from, to, cents })
    }
  }
  if (met.length > 0)
    await updateToMet(
      tx,
      met.map(({ id }) => id),
    )
  return { open, settledCents: wagers.settledCents }
}

/** Reads what is open to be wagered; nothing is closed. */
export async function readWagers(tx: Tx | House['db'], playerIds: readonly number[]): Promise<Wagers> {
  const rows = await selectOpenRequirements(tx, playerIds)
  const turnover = await lifetimeTurnover(tx, playerIds)
  return {
    open: new Map(playerIds.map((id) => [id, rows.filter(({ playerId }) => playerId === id)])),
    settledCents: new Map([...turnover].map(([playerId, { settledCents }]) => [playerId, settledCents])),
  }
}

/** Closes the requirements of these players that are met; their bonus becomes cash. */
const meetRequirements = (house: House, playerIds: readonly number[]) =>
  house.db.begin(async (tx) => {
    const book = await openBook(tx, playerIds)
    await meetInBook(tx, book, playerIds)
    await post(tx, book)
  })

const PLAYERS_AT_ONCE = 500

/** Goes through all players with something to be wagered and closes what is met. */
export async function meetAllRequirements(house: House): Promise<void> {
  let after = 0
  for (;;) {
    const page = await selectWageringPlayers(house.db, after, PLAYERS_AT_ONCE)
    const playerIds = page.map(({ playerId }) => playerId)
    const { open, settledCents } = await readWagers(house.db, playerIds)
    const done = playerIds.filter((id) => open.get(id)?.some((one) => isMet(one, settledCents.get(id) ?? 0)))
    if (done.length > 0) await meetRequirements(house, done)
    const last = playerIds.at(-1)
    if (last === undefined || page.length < PLAYERS_AT_ONCE) return
    after = last
  }
}
