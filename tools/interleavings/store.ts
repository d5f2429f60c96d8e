import type { Turnover } from '../../apps/server/src/ledger/ledger-batch.ts'
import type { EarlierRow } from '../../apps/server/src/sportsbook/cash-out/queries.ts'
import type { PlacedBet } from '../../apps/server/src/sportsbook/betting/rules.ts'
import type { CurrentBet } from '../../apps/server/src/sportsbook/settlement/current-bet-queries.ts'
import type { RoundRow } from '../../apps/server/src/games/rounds/queries.ts'
import type { LimitState } from '../../apps/server/src/protection/rules.ts'

/** The model's rows, in the shape of the server's rules. */
export type Rows = {
  /** By player and kind, and `house:<id>`. A house account is unbounded. */
  account: { id: number; playerId: number; kind: string; balanceCents: number; version: number }
  /** A player's turnover of the day; in the database part of the cash account. */
  day: Turnover
  /** The daily stake limit by player. */
  limit: LimitState
  bet: CurrentBet & { requestId: string; request: PlacedBet['request']; shown: PlacedBet['shown'] }
  cashOut: EarlierRow
  round: RoundRow
  seeds: { nonce: number; lastRoundAtMs: number | null }
  withdrawal: {
    id: string
    playerId: number
    requestId: string
    amountCents: number
    feeCents: number
    netCents: number
    status: 'requested' | 'paid' | 'failed'
  }
  /** By outcome: whether its market is open, and its result. */
  outcome: { marketStatus: 'open' | 'closed'; isWon: boolean | null }
  liability: { stakeCents: number; returnCents: number }
  /** Unique keys of transfers, entries (account and version) and requests, with their holder. */
  key: string
}

export type TableName = keyof Rows
type Mode = 'shared' | 'exclusive'

/** A transaction: its locks, what it waits for, and its uncommitted writes. */
export type Tx = {
  readonly name: string
  readonly held: Map<string, Mode>
  readonly writes: Map<TableName, Map<string, unknown>>
  waitsFor: { lock: string; mode: Mode } | undefined
}

type Lock = { holders: Map<Tx, Mode>; queue: Tx[] }

export type Store = {
  readonly tables: { [T in TableName]: Map<string, Rows[T]> }
  readonly locks: Map<string, Lock>
}

export const openStore = (): Store => ({
  tables: {
    account: new Map(),
    day: new Map(),
    limit: new Map(),
    bet: new Map(),
    cashOut: new Map(),
    round: new Map(),
    seeds: new Map(),
    withdrawal: new Map(),
    outcome: new Map(),
    liability: new Map(),
    key: new Map(),
  },
  locks: new Map(),
})

export const begin = (name: string): Tx => ({ name, held: new Map(), writes: new Map(), waitsFor: undefined })

/** Committed rows under this transaction's own writes: read committed, as on the server. */
export function read<T extends TableName>(
  store: Store,
  tx: Tx | undefined,
  table: T,
  key: string,
): Rows[T] | undefined {
  const own = tx?.writes.get(table)
  return own?.has(key) ? (own.get(key) as Rows[T]) : store.tables[table].get(key)
}

/** All committed rows of a table: no modelled transaction searches its own writes. */
export const readAll = <T extends TableName>(store: Store, table: T): Rows[T][] => [
  ...store.tables[table].values(),
]

export function write<T extends TableName>(tx: Tx, table: T, key: string, row: Rows[T]): void {
  const own = tx.writes.get(table) ?? new Map<string, unknown>()
  tx.writes.set(table, own.set(key, row))
}

/** Requests a lock; false if others hold it, and the transaction is queued. */
export function acquireLock(store: Store, tx: Tx, lock: string, mode: Mode): boolean {
  const held = tx.held.get(lock)
  if (held === 'exclusive' || held === mode) return true
  const state = store.locks.get(lock) ?? { holders: new Map<Tx, Mode>(), queue: [] }
  store.locks.set(lock, state)
  // No overtaking, as with advisory locks of fixtures and with rows.
  if (state.queue.length === 0 && isFree(state, tx, mode)) {
    state.holders.set(tx, mode)
    tx.held.set(lock, mode)
    return true
  }
  state.queue.push(tx)
  tx.waitsFor = { lock, mode }
  return false
}

const isFree = ({ holders }: Lock, tx: Tx, mode: Mode): boolean =>
  [...holders].every(([other, theirs]) => other === tx || (mode === 'shared' && theirs === 'shared'))

/** Publishes its writes at once, and releases its locks. */
export function commit(store: Store, tx: Tx): void {
  for (const [table, rows] of tx.writes)
    for (const [key, row] of rows) (store.tables[table] as Map<string, unknown>).set(key, row)
  release(store, tx)
}

/** Releases all locks to the first waiters. Uncommitted writes are gone. */
export function release(store: Store, tx: Tx): void {
  const waited = tx.waitsFor
  if (waited) {
    const queue = store.locks.get(waited.lock)?.queue ?? []
    queue.splice(queue.indexOf(tx), 1)
    tx.waitsFor = undefined
  }
  for (const lock of [...tx.held.keys(), ...(waited ? [waited.lock] : [])]) {
    const state = store.locks.get(lock)
    if (!state) continue
    state.holders.delete(tx)
    grantNext(lock, state)
    if (state.holders.size === 0 && state.queue.length === 0) store.locks.delete(lock)
  }
  tx.held.clear()
}

function grantNext(lock: string, state: Lock): void {
  for (let next; (next = state.queue[0]);) {
    const { mode } = next.waitsFor ?? { mode: 'exclusive' as const }
    if (!isFree(state, next, mode)) return
    state.queue.shift()
    next.waitsFor = undefined
    state.holders.set(next, mode)
    next.held.set(lock, mode)
  }
}

/** The deadlock cycle with this transaction, or undefined. */
export function circleOf(store: Store, tx: Tx): Tx[] | undefined {
  const walk = (at: Tx, path: readonly Tx[]): Tx[] | undefined => {
    if (!at.waitsFor) return undefined
    const { lock, mode } = at.waitsFor
    const state = store.locks.get(lock)
    if (!state) return undefined
    const before = state.queue.slice(0, state.queue.indexOf(at))
    const holders = [...state.holders.keys()].filter(
      (other) => other !== at && !(mode === 'shared' && state.holders.get(other) === 'shared'),
    )
    for (const other of [...holders, ...before]) {
      if (other === tx) return [...path, at]
      if (path.includes(other) || other === at) continue
      const found = walk(other, [...path, at])
      if (found) return found
    }
    return undefined
  }
  return walk(tx, [])
}
