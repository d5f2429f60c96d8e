import { present } from '../platform/errors.ts'
import { writeEvents } from '../platform/outbox.ts'
import type { Tx } from '../platform/db/index.ts'
import { balanceChanged } from './events.ts'
import {
  type LedgerBatch,
  ledgerBatchOf,
  noTurnover,
  type PlayerAccount,
  balancesOf,
  type Turnover,
} from './ledger-batch.ts'
import {
  insertMissingAccounts,
  insertTransfers,
  keepDays,
  lockCash,
  moveHouseAccount,
  selectOtherAccounts,
} from './queries.ts'

const stakeKinds = ['cash', 'bonus'] as const

/**
 * Locks the accounts of these players until the transaction ends and returns their balances. The lock also guards the
 * players' limits and turnover. The cash account is always included, and the debt account if the player ever had one.
 * Opens accounts that a player does not have yet.
 *
 * All its statements are sent before it returns. Statements that follow in the same `Promise.all` therefore run once the
 * locks are held, and see what the previous holder committed:
 * `const [batch, limits] = await Promise.all([lockAccounts(tx, ids), readLimits(tx, ids)])`.
 */
export async function lockAccounts(
  tx: Tx,
  playerIds: readonly number[],
  kinds: readonly PlayerAccount[] = stakeKinds,
): Promise<LedgerBatch> {
  const ids = [...new Set(playerIds)]
  if (ids.length === 0) return ledgerBatchOf([], [])
  const otherKinds = new Set<PlayerAccount>([...kinds, 'debt'])
  otherKinds.delete('cash')
  // Cash and bonus are opened together, even if one was asked for: two commands opening one each would deadlock.
  const wanted = [...new Set([...stakeKinds, ...kinds])]
  const isOpened = wanted.length === stakeKinds.length && areOpened(tx, ids)
  if (!isOpened) rememberOpened(tx, ids)
  const [, cash, rest] = await Promise.all([
    isOpened || insertMissingAccounts(tx, ids, wanted),
    lockCash(tx, ids),
    selectOtherAccounts(tx, ids, [...otherKinds]),
  ])
  return ledgerBatchOf(cash, rest)
}

/**
 * Writes what the batch decided: transfers, balances, turnover, entries, and the event that balances changed. Takes one
 * statement for the players, one per house account in ascending order of id, and one more for players whose first command
 * of the day this is. Posting a transfer twice violates its unique key, or that of the row that guards it, and rolls the
 * transaction back.
 */
export async function post(tx: Tx, batch: LedgerBatch): Promise<void> {
  const change = changesOf(batch)
  if (change.ids.length === 0 && batch.houseChanges.size === 0) return
  const overdueIds = overdueOf(batch, new Set(change.ids))
  await Promise.all([
    overdueIds.length > 0 && keepDays(tx, overdueIds),
    insertTransfers(tx, { transfer: transfersOf(batch), change, entry: entriesOf(batch) }),
    writeEvents(tx, balanceChanged, changedBalances(batch)),
    ...houseMoves(batch).map((one) => moveHouseAccount(tx, one)),
  ])
}

/** House accounts in ascending order of id: every transaction locks them in this order. */
const houseMoves = ({ houseChanges }: LedgerBatch) =>
  [...houseChanges]
    .map(([id, { cents, firstKey }]) => ({ id, amount: cents, firstKey }))
    .toSorted((one, other) => one.id - other.id)

const transfersOf = ({ transfers }: LedgerBatch) => ({
  ...namesOf(transfers),
  kept: namesOf(transfers.filter(({ isGuarded }) => !isGuarded)),
  debitAccountIds: transfers.map(({ debitAccountId }) => debitAccountId),
  creditAccountIds: transfers.map(({ creditAccountId }) => creditAccountId),
  amounts: transfers.map(({ amountCents }) => amountCents),
})

const namesOf = (transfers: LedgerBatch['transfers']) => ({
  playerIds: transfers.map(({ playerId }) => playerId),
  keys: transfers.map(({ key }) => key),
})

type Changed = { playerId: number; cents: number; entries: number } & Turnover

/** The change of each player account, in ascending order of id. */
function changesOf(batch: LedgerBatch) {
  const changes = new Map<number, Changed>()
  for (const { playerId, accountId, amountCents } of batch.entries) {
    const so = changes.get(accountId)
    if (so) {
      so.cents += amountCents
      so.entries += 1
    } else changes.set(accountId, { playerId, cents: amountCents, entries: 1, ...noTurnover() })
  }
  for (const [playerId, { counted }] of batch.days) {
    if (!isCounted(counted)) continue
    const id = cashIdOf(batch, playerId)
    changes.set(id, { ...(changes.get(id) ?? { playerId, cents: 0, entries: 0 }), ...counted })
  }
  const rows = [...changes].toSorted(([one], [other]) => one - other)
  return {
    playerIds: rows.map(([, { playerId }]) => playerId),
    ids: rows.map(([id]) => id),
    amounts: rows.map(([, { cents }]) => cents),
    counts: rows.map(([, { entries }]) => entries),
    staked: rows.map(([, { stakedCents }]) => stakedCents),
    settled: rows.map(([, { settledCents }]) => settledCents),
    returned: rows.map(([, { returnedCents }]) => returnedCents),
    wagered: rows.map(([, { wageredCents }]) => wageredCents),
    contributed: rows.map(([, { contributedE4 }]) => contributedE4),
    bets: rows.map(([, { bets }]) => bets),
    unrewarded: rows.map(([, { unrewardedCents }]) => unrewardedCents),
    endedUnsettled: rows.map(([, { endedUnsettledCents }]) => endedUnsettledCents),
  }
}

const isCounted = (counted: Turnover) => Object.values(counted).some((sum) => sum !== 0)

const cashIdOf = (batch: LedgerBatch, playerId: number): number =>
  present(batch.players.get(playerId)?.get('cash'), 'the cash account of a locked player').id

/** Players whose cash account changes and still carries the turnover of a past day. */
const overdueOf = (batch: LedgerBatch, changedIds: ReadonlySet<number>): number[] =>
  [...batch.days]
    .filter(([, { isAfterAnother }]) => isAfterAnother)
    .map(([playerId]) => playerId)
    .filter((playerId) => changedIds.has(cashIdOf(batch, playerId)))

const entriesOf = ({ entries }: LedgerBatch) => ({
  playerIds: entries.map(({ playerId }) => playerId),
  ids: entries.map(({ accountId }) => accountId),
  versions: entries.map(({ version }) => version),
  amounts: entries.map(({ amountCents }) => amountCents),
  balances: entries.map(({ balanceCents }) => balanceCents),
  keys: entries.map(({ key }) => key),
})

/** Players whose cash or bonus changed, with their new balances. Holds and debts are not published. */
function changedBalances(batch: LedgerBatch) {
  const moved = new Set(batch.entries.map(({ accountId }) => accountId))
  return [...batch.players]
    .filter(([, own]) => own.has('cash') && own.has('bonus'))
    .filter(([, own]) => [...own.values()].some(({ id }) => moved.has(id)))
    .map(([playerId]) => ({ playerId, ...balancesOf(batch, playerId) }))
}

/** Bounds the memory: beyond it the cache is cleared. */
const MAX_PLAYERS = 100_000

/** Players known to have cash and bonus accounts, by database. Accounts are never removed, so the cache never goes stale. */
const openedIn = new WeakMap<object, Set<number>>()

/**
 * Whether these players are known to have cash and bonus accounts, so that none has to be opened. In paired runs with and
 * without it, 64 callers made 1.2 to 1.4 times as many transfers.
 */
const areOpened = ({ database }: Tx, playerIds: readonly number[]): boolean => {
  const opened = openedIn.get(database)
  return opened !== undefined && playerIds.every((playerId) => opened.has(playerId))
}

/** Caches that these players' accounts exist, once that is committed. */
function rememberOpened(tx: Tx, playerIds: readonly number[]): void {
  tx.afterCommit(() => {
    const opened = openedIn.get(tx.database) ?? new Set()
    if (opened.size + playerIds.length > MAX_PLAYERS) opened.clear()
    for (const playerId of playerIds) opened.add(playerId)
    openedIn.set(tx.database, opened)
  })
}
