import type { Tx } from '../platform/db/index.ts'

/** Past it everything is forgotten, and learnt anew: bounds the memory. */
const MAX_PLAYERS = 100_000

/** By database, the players whose cash and bonus are there. Accounts are never removed, so what is known stays true. */
const openedIn = new WeakMap<object, Set<number>>()

/**
 * Whether these players' cash and bonus are known to be there: then nothing has to be opened. In turn with and without
 * it, transfers of 64 callers were 1.2 to 1.4 times as many.
 */
export const areOpened = ({ database }: Tx, playerIds: readonly number[]): boolean => {
  const opened = openedIn.get(database)
  return opened !== undefined && playerIds.every((playerId) => opened.has(playerId))
}

/** Remembers that they are there, once that is committed. */
export function rememberOpened(tx: Tx, playerIds: readonly number[]): void {
  tx.afterCommit(() => {
    const opened = openedIn.get(tx.database) ?? new Set()
    if (opened.size + playerIds.length > MAX_PLAYERS) opened.clear()
    for (const playerId of playerIds) opened.add(playerId)
    openedIn.set(tx.database, opened)
  })
}
