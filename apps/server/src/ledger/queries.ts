import type { Sql, Tx } from '../platform/db/index.ts'
import type { Natures } from './book-queries.ts'
import type { SealedTable } from '../platform/seals-rules.ts'
import type { Day, PlayerAccount } from './ledger-batch.ts'
import { HOUSE } from './house-accounts.ts'
import { present } from '../platform/errors.ts'

/** Append-only tables, with one partition per month. */
export const partitionedTables = ['ledger_transfer', 'ledger_entry']

/** The same tables, protected against changes. */
export const ledgerSealed: readonly SealedTable[] = partitionedTables.map((tableName) => ({
  tableName,
  moment: 'created_at',
}))

type CashRow = { id: number; playerId: number; balanceCents: number; version: number } & Day

type AccountRow = {
  id: number
  playerId: number
  kind: PlayerAccount
  balanceCents: number
  version: number
}

/**
 * The cash accounts of these players with their running day, locked by ascending player id. Every command locks in
 * this order, so none deadlocks; it is also the order of the index, so no sort is needed. The cash lock covers
 * everything of a player.
 */
export const lockCash = (tx: Tx, playerIds: readonly number[]) =>
  tx<CashRow[]>`
    select id, player_id as "playerId", balance_cents as "balanceCents", version,
           staked_cents as "stakedCents", settled_cents as "settledCents", returned_cents as "returnedCents",
           wagered_cents as "wageredCents", contributed_e4 as "contributedE4", bet_count as bets,
           unrewarded_cents as "unrewardedCents", ended_unsettled_cents as "endedUnsettledCents",
           coalesce(turnover_day < (select (now() at time zone 'America/Sao_Paulo')::date), false) as "isOver"
      from ledger_account
     where player_id = any(${playerIds}::bigint[]) and kind = 'cash'
     order by player_id
       for no key update`

/**
 * Further accounts of players whose cash is locked. A separate statement, so that it sees what was committed while
 * the lock waited.
 */
export const selectOtherAccounts = (tx: Tx, playerIds: readonly number[], kinds: readonly PlayerAccount[]) =>
  tx<AccountRow[]>`
    select id, player_id as "playerId", kind, balance_cents as "balanceCents", version
      from ledger_account
     where player_id = any(${playerIds}::bigint[]) and kind = any(${kinds}::text[])`

/**
 * Opens missing accounts. Concurrent calls are safe: the unique index lets one through, and the other waits for its
 * commit. Nearly always nothing is missing, which costs two index lookups per player.
 */
export const insertMissingAccounts = (
  tx: Tx,
  playerIds: readonly number[],
  kinds: readonly PlayerAccount[],
) => tx`
  insert into ledger_account (player_id, kind)
  select player.id, wanted.kind
    from unnest(${playerIds}::bigint[]) as player (id), unnest(${kinds}::text[]) as wanted (kind)
   where not exists (select 1 from ledger_account account
                      where account.player_id = player.id and account.kind = wanted.kind)
   order by player.id, wanted.kind
  on conflict (player_id, kind) do nothing`

/** House accounts opened at run time: of a studio, or of a bank for incoming or outgoing money. */
type OpenedKind = `${'studio' | 'pix_in' | 'pix_out'}:${string}`

/** Opens a house account of this kind, once; returns its id. */
export const insertHouseAccount = async (tx: Tx, kind: OpenedKind): Promise<number> => {
  const [opened] = await tx<{ id: number }[]>`
    with opened as (
      insert into ledger_account (player_id, kind) values (${HOUSE}, ${kind})
      on conflict (player_id, kind) do nothing
      returning id
    )
    select id from opened
    union all
    select id from ledger_account where player_id = ${HOUSE} and kind = ${kind}
    limit 1`
  return present(opened, `the account ${kind}`).id
}

/** All accounts of these players. */
export const selectAccounts = (sql: Sql, playerIds: readonly number[]) => sql<AccountRow[]>`
  select id, player_id as "playerId", kind, balance_cents as "balanceCents", version
    from ledger_account
   where player_id = any(${playerIds}::bigint[])`

/** Players with both debt and cash. */
export const selectAbleToRepay = (sql: Sql, afterId: number, max: number) => sql<{ playerId: number }[]>`
  select debt.player_id as "playerId"
    from ledger_account debt
    join ledger_account cash on cash.player_id = debt.player_id and cash.kind = 'cash'
   where debt.kind = 'debt' and debt.balance_cents < 0 and cash.balance_cents > 0 and debt.player_id > ${afterId}
   order by debt.player_id
   limit ${max}`

type TransferNames = { playerIds: number[]; keys: string[] }

type TransferColumns = TransferNames & {
  /** The keys of transfers that no other row guards. */
  kept: TransferNames
  debitAccountIds: number[]
  creditAccountIds: number[]
  amounts: number[]
}

/** The changes of a command to players' accounts. */
type ChangeColumns = {
  playerIds: number[]
  ids: number[]
  amounts: number[]
  counts: number[]
  staked: number[]
  settled: number[]
  returned: number[]
  wagered: number[]
  contributed: number[]
  bets: number[]
  unrewarded: number[]
  endedUnsettled: number[]
}

type EntryColumns = {
  playerIds: number[]
  ids: number[]
  versions: number[]
  amounts: number[]
  balances: number[]
  keys: string[]
}

/** Stores the past days of these players; their cash is locked and about to start a new day. */
export const keepDays = (tx: Tx, playerIds: readonly number[]) => tx`
  insert into ledger_turnover (player_id, day, staked_cents, settled_cents, returned_cents, wagered_cents, contributed_e4,
                               bet_count, unrewarded_cents, ended_unsettled_cents)
  select player_id, turnover_day, staked_cents, settled_cents, returned_cents, wagered_cents, contributed_e4, bet_count,
         unrewarded_cents, ended_unsettled_cents
    from ledger_account
   where player_id = any(${playerIds}::bigint[]) and kind = 'cash'
     and turnover_day < (now() at time zone 'America/Sao_Paulo')::date`

/**
 * Inserts the transfers, updates players' accounts and turnover, and inserts the entries. One statement, because
 * every statement adds to the cost of a batch. The accounts are locked and the entries computed already. A cash
 * account with the turnover of an earlier day starts today's. A transfer posted before violates the key. Keys are
 * stored only for transfers that no row of the caller guards, because they are half of a transfer's index entries and
 * a fifth of the WAL of a round.
 */
export const insertTransfers = (
  tx: Tx,
  { transfer, change, entry }: { transfer: TransferColumns; change: ChangeColumns; entry: EntryColumns },
) => tx`
  with posted as (
    insert into ledger_transfer_key (player_id, key)
    select unnest(${transfer.kept.playerIds}::bigint[]), unnest(${transfer.kept.keys}::text[])
  ), transfer as (
    insert into ledger_transfer (player_id, key, debit_account_id, credit_account_id, amount_cents)
    select unnest(${transfer.playerIds}::bigint[]), unnest(${transfer.keys}::text[]),
           unnest(${transfer.debitAccountIds}::bigint[]), unnest(${transfer.creditAccountIds}::bigint[]),
           unnest(${transfer.amounts}::bigint[])
  ), moved as (
    update ledger_account account
       set balance_cents = account.balance_cents + change.amount, version = account.version + change.count,
           turnover_day = case when account.kind = 'cash' then greatest(account.turnover_day, today.day) end,
           staked_cents = change.staked
             + case when account.turnover_day < today.day then 0 else account.staked_cents end,
           settled_cents = change.settled
             + case when account.turnover_day < today.day then 0 else account.settled_cents end,
           returned_cents = change.returned
             + case when account.turnover_day < today.day then 0 else account.returned_cents end,
           wagered_cents = change.wagered
             + case when account.turnover_day < today.day then 0 else account.wagered_cents end,
           contributed_e4 = change.contributed
             + case when account.turnover_day < today.day then 0 else account.contributed_e4 end,
           bet_count = change.bets
             + case when account.turnover_day < today.day then 0 else account.bet_count end,
           unrewarded_cents = change.unrewarded
             + case when account.turnover_day < today.day then 0 else account.unrewarded_cents end,
           ended_unsettled_cents = change.ended_unsettled
             + case when account.turnover_day < today.day then 0 else account.ended_unsettled_cents end
      from (select (now() at time zone 'America/Sao_Paulo')::date as day offset 0) as today,
           (select unnest(${change.playerIds}::bigint[]) as player_id, unnest(${change.ids}::bigint[]) as id,
                   unnest(${change.amounts}::bigint[]) as amount, unnest(${change.counts}::bigint[]) as count, unnest(${change.staked}::bigint[]) as staked,
                   unnest(${change.settled}::bigint[]) as settled,
                   unnest(${change.returned}::bigint[]) as returned,
                   unnest(${change.wagered}::bigint[]) as wagered,
                   unnest(${change.contributed}::bigint[]) as contributed,
                   unnest(${change.bets}::bigint[]) as bets,
                   unnest(${change.unrewarded}::bigint[]) as unrewarded,
                   unnest(${change.endedUnsettled}::bigint[]) as ended_unsettled) as change
     where account.player_id = change.player_id and account.id = change.id
  )
  insert into ledger_entry (player_id, account_id, version, amount_cents, balance_cents, transfer_key)
  select unnest(${entry.playerIds}::bigint[]), unnest(${entry.ids}::bigint[]), unnest(${entry.versions}::bigint[]), unnest(${entry.amounts}::bigint[]),
         unnest(${entry.balances}::bigint[]), unnest(${entry.keys}::text[])`

/**
 * Updates one house account and inserts its entry, for all transfers of a batch. It is locked only here, so its new
 * balance is known only here. Alone in its statement: every batch waits here for the one before, and PostgreSQL
 * re-evaluates a waiting statement from the new row, which is cheap for a small one.
 */
export const moveHouseAccount = (
  tx: Tx,
  { id, amount, firstKey }: { id: number; amount: number; firstKey: string },
) => tx`
  with moved as (
    update ledger_account set balance_cents = balance_cents + ${amount}::bigint, version = version + 1
     where player_id = ${HOUSE} and id = ${id}
    returning player_id, id, version, balance_cents
  )
  insert into ledger_entry (player_id, account_id, version, amount_cents, balance_cents, transfer_key)
  select player_id, id, version, ${amount}::bigint, balance_cents, ${firstKey} from moved`

/** The transfers of these that are posted, as far as their keys are still stored. */
export const selectPosted = (sql: Sql, { playerIds, keys }: TransferNames) =>
  sql<{ playerId: number; key: string }[]>`
    select player_id as "playerId", key
      from ledger_transfer_key
     where (player_id, key) in (select unnest(${playerIds}::bigint[]), unnest(${keys}::text[]))`

/** The amounts of these transfers, as far as they were posted. */
export const selectAmounts = (sql: Sql, { playerIds, keys }: TransferNames) =>
  sql<{ playerId: number; key: string; amountCents: number }[]>`
    select player_id as "playerId", key, amount_cents as "amountCents"
      from ledger_transfer
     where (player_id, key) in (select unnest(${playerIds}::bigint[]), unnest(${keys}::text[]))`

/** Deletes some keys older than the given days, and returns the number. Several servers delete different keys. */
export const deleteOldKeys = async (sql: Sql, { days, max }: { days: number; max: number }) => {
  const rows = await sql<{ count: number }[]>`
    with past as (
      select player_id, key
        from ledger_transfer_key
       where created_at < now() - make_interval(days => ${days}::int)
       order by created_at
       limit ${max}
         for update skip locked
    ), gone as (
      delete from ledger_transfer_key posted
       using past
       where posted.player_id = past.player_id and posted.key = past.key
      returning 1
    )
    select count(*) as count from gone`
  return rows[0]?.count ?? 0
}

type EntryRow = {
  account: 'cash' | 'bonus'
  version: number
  amountCents: number
  balanceCents: number
  key: string
  at: Date
}

type EntriesAsked = { playerId: number; before: { cash: number; bonus: number }; max: number }

/** The entries of a player's cash and bonus below these versions, newest first; optionally of one nature only. */
export const selectEntries = (
  sql: Sql,
  { playerId, before, max }: EntriesAsked,
  { nature, prefixes, otherwise }: Natures & { nature: string | undefined },
) => sql<EntryRow[]>`
  select account.kind as account, entry.version, entry.amount_cents as "amountCents",
         entry.balance_cents as "balanceCents", entry.transfer_key as key, entry.created_at as at
    from ledger_account account
   cross join lateral (select version, amount_cents, balance_cents, transfer_key, created_at
                         from ledger_entry
                        where player_id = ${playerId} and account_id = account.id
                          and version < case account.kind when 'cash' then ${before.cash}::bigint else ${before.bonus}::bigint end
                          and (${nature ?? null}::text is null
                               or coalesce((select known.nature
                                              from unnest(${prefixes.map(({ prefix }) => prefix)}::text[],
                                                          ${prefixes.map((one) => one.nature)}::text[],
                                                          ${prefixes.map(({ isIncoming }) => isIncoming)}::boolean[])
                                                     as known (prefix, nature, is_incoming)
                                             where starts_with(transfer_key, known.prefix)
                                               and coalesce(known.is_incoming = (amount_cents > 0), true)
                                             order by length(known.prefix) desc limit 1), ${otherwise}) = ${nature ?? null})
                        order by version desc
                        limit ${max}) as entry
   where account.player_id = ${playerId} and account.kind in ('cash', 'bonus')
   order by entry.created_at desc, account.kind, entry.version desc
   limit ${max}`
