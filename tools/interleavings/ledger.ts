import {
  type LedgerBatch,
  ledgerBatchOf,
  noTurnover,
  type PlayerAccount,
  type Turnover,
} from '../../apps/server/src/ledger/ledger-batch.ts'
import { begin, commit, read, type Store, acquireLock, type Tx, write } from './store.ts'

/** A rule broken on purpose, which the search must find. */
export type Fault =
  | 'accounts_unlocked'
  | 'locked_as_asked'
  | 'limits_before_lock'
  | 'repeats_unseen'
  | 'settled_as_read'
  | 'answered_before_commit'

/** The commands' environment: rows, virtual clock, ids. */
export type World = {
  readonly store: Store
  readonly fault: Fault | undefined
  /** Milliseconds of the virtual clock, shared by database and servers. */
  now: number
  lastId: number
  settlements: number
  /** Transactions of the list that takes its next step. */
  opened: Tx[]
  /** Of lists answered before their commit, if that rule is broken. */
  uncommitted: Tx[]
}

/** A point where others may run: a statement was sent, or a lock is awaited. */
export type Op = 'statement' | { tx: Tx; lock: string; mode: 'shared' | 'exclusive' }
export type Steps<Value> = Generator<Op, Value, undefined>

/** A violation. Ends the run, which prints its seed and steps. */
export class Broken extends Error {
  override name = 'Broken'
}

const PLAYER_ACCOUNTS = ['cash', 'bonus', 'hold', 'debt'] as const
const KIND_OF = Object.fromEntries(PLAYER_ACCOUNTS.map((kind, at) => [kind, at])) as Record<
  PlayerAccount,
  number
>
/** Players' account ids are above the house's. */
const FIRST_OWN = 1000

const accountKey = (playerId: number, kind: PlayerAccount): string => `${playerId}:${kind}`
const accountId = (playerId: number, kind: PlayerAccount): number =>
  FIRST_OWN + playerId * PLAYER_ACCOUNTS.length + KIND_OF[kind]
const houseKey = (id: number): string => `house:${id}`

/** Opens a player's accounts with this cash from the house's opening account. */
export function openAccounts(store: Store, playerId: number, cashCents: number): void {
  for (const kind of PLAYER_ACCOUNTS)
    store.tables.account.set(accountKey(playerId, kind), {
      id: accountId(playerId, kind),
      playerId,
      kind,
      balanceCents: kind === 'cash' ? cashCents : 0,
      version: 0,
    })
  store.tables.day.set(String(playerId), noTurnover())
  const opening = houseRow(store, undefined, 8)
  store.tables.account.set(houseKey(8), { ...opening, balanceCents: opening.balanceCents - cashCents })
}

const houseRow = (store: Store, tx: Tx | undefined, id: number) =>
  read(store, tx, 'account', houseKey(id)) ?? { id, playerId: 0, kind: 'house', balanceCents: 0, version: 0 }

export const houseCents = (store: Store, id: number): number => houseRow(store, undefined, id).balanceCents

export function open(world: World, name: string): Tx {
  const tx = begin(`${name}#${(world.lastId += 1)}`)
  world.opened.push(tx)
  return tx
}

export function* lock(
  { store }: World,
  tx: Tx,
  name: string,
  mode: 'shared' | 'exclusive' = 'exclusive',
): Steps<void> {
  if (!acquireLock(store, tx, name, mode)) yield { tx, lock: name, mode }
}

/** Locks these in ascending id order. */
export function* lockAll(
  world: World,
  tx: Tx,
  { kind, ids, mode = 'exclusive' }: { kind: string; ids: readonly number[]; mode?: 'shared' | 'exclusive' },
): Steps<void> {
  for (const id of new Set(ids.toSorted((one, other) => one - other)))
    yield* lock(world, tx, `${kind}:${id}`, mode)
  yield 'statement'
}

/** Locks these players' accounts in ascending player order, as the ledger's `lockAccounts`. */
export function* lockAccounts(world: World, tx: Tx, playerIds: readonly number[]): Steps<LedgerBatch> {
  const { store, fault } = world
  const ids = [...new Set(playerIds)]
  if (fault !== 'locked_as_asked') ids.sort((one, other) => one - other)
  for (const id of ids) {
    if (fault !== 'accounts_unlocked') yield* lock(world, tx, `cash:${id}`)
    yield 'statement'
  }
  const rowOf = (playerId: number, kind: PlayerAccount) => {
    const row = read(store, tx, 'account', accountKey(playerId, kind))
    if (!row) throw new Broken(`player ${playerId} has no ${kind} account`)
    return { ...row, kind }
  }
  const day = (id: number): Turnover => read(store, tx, 'day', String(id)) ?? noTurnover()
  return ledgerBatchOf(
    ids.map((id) => ({ ...day(id), ...rowOf(id, 'cash'), isOver: false })),
    ids.flatMap((id) => PLAYER_ACCOUNTS.slice(1).map((kind) => rowOf(id, kind))),
  )
}

/** Writes the batch, house accounts last by ascending id, as the ledger's `post`. */
export function* post(world: World, tx: Tx, batch: LedgerBatch): Steps<void> {
  const { store } = world
  for (const { playerId, accountId: id, version, amountCents } of batch.entries) {
    write(tx, 'key', `entry:${id}:${version}`, tx.name)
    const key = accountKey(playerId, PLAYER_ACCOUNTS[(id - FIRST_OWN) % PLAYER_ACCOUNTS.length] ?? 'cash')
    const row = read(store, tx, 'account', key)
    if (row) write(tx, 'account', key, { ...row, balanceCents: row.balanceCents + amountCents, version })
  }
  for (const { playerId, key, isGuarded } of batch.transfers)
    if (!isGuarded) write(tx, 'key', `transfer:${playerId}:${key}`, tx.name)
  for (const [playerId, { sums }] of batch.days) write(tx, 'day', String(playerId), { ...sums })
  yield 'statement'
  for (const [id, { cents }] of [...batch.houseChanges].toSorted(([one], [other]) => one - other)) {
    yield* lock(world, tx, `house:${id}`)
    const row = houseRow(store, tx, id)
    write(tx, 'account', houseKey(id), {
      ...row,
      balanceCents: row.balanceCents + cents,
      version: row.version + 1,
    })
    yield 'statement'
  }
}

/** Commits, and only then the command answers. */
export function* end(world: World, tx: Tx): Steps<void> {
  yield 'statement'
  if (world.fault === 'answered_before_commit') world.uncommitted.push(tx)
  else commitWhole(world, tx)
}

/** The commit of a list that has already answered. */
export function* commitLate(world: World, tx: Tx): Steps<never[]> {
  yield 'statement'
  commitWhole(world, tx)
  return []
}

/** A taken unique key is a finding: the second guard was needed. */
function commitWhole({ store }: World, tx: Tx): void {
  for (const key of tx.writes.get('key')?.keys() ?? [])
    if (store.tables.key.has(key))
      throw new Broken(`${tx.name} writes ${key}, which ${store.tables.key.get(key)} wrote`)
  commit(store, tx)
}
