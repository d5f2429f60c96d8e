import { present } from '../platform/errors.ts'
import type { Tx } from '../platform/db/index.ts'

/** All following reads of the transaction use one snapshot. */
export const readOneSnapshot = (tx: Tx) => tx`set transaction isolation level repeatable read read only`

/**
 * The following statements of the transaction use hash joins. They read all accounts with all entries, a size the
 * planner misestimates behind a sum by account; a nested loop would take hours at a hundred thousand accounts.
 */
export const joinByHash = (tx: Tx) => tx`set local enable_nestloop = off`

/** What follows in the transaction takes one processor of the database's machine, not all that are free. */
export const readWithOneProcess = (tx: Tx) => tx`set local max_parallel_workers_per_gather = 0`

/** The sum of all balances in cents, which must be zero. */
export const selectAccountSum = async (tx: Tx): Promise<number> => {
  const rows = await tx<{ sum: number }[]>`
    select coalesce(sum(balance_cents), 0)::bigint as sum from ledger_account`
  return rows[0]?.sum ?? Number.NaN
}

/** The start of the first open month; the earliest date if no month is closed. */
export const selectOpenFrom = async (tx: Tx): Promise<Date> => {
  const rows = await tx<{ at: Date }[]>`
    select coalesce((max(month) + interval '1 month') at time zone 'UTC', 'epoch') as at from ledger_verified_month`
  return present(rows[0], 'where the open months begin').at
}

/** Accounts whose entries are not consecutive, by version and balance, from the end of the closed months. */
export const selectBrokenChains = (tx: Tx, from: Date) => tx<
  { id: number; count: number; versions: number }[]
>`
  with chain as (
    select entry.account_id, entry.version, entry.amount_cents, entry.balance_cents,
           lag(entry.version, 1, coalesce(closed.version, 0)) over own as last_version,
           lag(entry.balance_cents, 1, coalesce(closed.balance_cents, 0)) over own as last_balance
      from ledger_entry entry
      left join ledger_closed_account closed on closed.account_id = entry.account_id
     where entry.created_at >= ${from}
    window own as (partition by entry.account_id order by entry.version)
  ), links as (
    select account_id, count(*) as count,
           count(*) filter (where version <> last_version + 1
                               or balance_cents <> last_balance + amount_cents) as breaks
      from chain
     group by account_id
  )
  select coalesce(account.id, links.account_id) as id, coalesce(links.count, 0)::bigint as count,
         coalesce(account.version - coalesce(closed.version, 0), 0) as versions
    from ledger_account account
    full join links on links.account_id = account.id
    left join ledger_closed_account closed on closed.account_id = account.id
   where account.id is null
      or account.version - coalesce(closed.version, 0) <> coalesce(links.count, 0)
      or links.breaks > 0
   limit 20`

/** Accounts whose balance differs from the sum of its entries or of its transfers. */
export const selectUnexplainedBalances = (tx: Tx, from: Date) => tx<
  { id: number; balanceCents: number; entriesCents: number; transfersCents: number }[]
>`
  with by_entry as (
    select account_id, sum(amount_cents) as cents
      from ledger_entry
     where created_at >= ${from}
     group by account_id
  ), by_transfer as (
    select side.account_id, sum(side.cents) as cents
      from ledger_transfer transfer
     cross join lateral (values (transfer.credit_account_id, transfer.amount_cents),
                                (transfer.debit_account_id, -transfer.amount_cents)) as side (account_id, cents)
     where transfer.created_at >= ${from}
     group by side.account_id
  ), explained as (
    select account.id, account.balance_cents as balance,
           coalesce(closed.balance_cents, 0) + coalesce(by_entry.cents, 0) as entries,
           coalesce(closed.transfers_cents, 0) + coalesce(by_transfer.cents, 0) as transfers
      from ledger_account account
      left join ledger_closed_account closed on closed.account_id = account.id
      left join by_entry on by_entry.account_id = account.id
      left join by_transfer on by_transfer.account_id = account.id
  )
  select id, balance as "balanceCents", entries::bigint as "entriesCents", transfers::bigint as "transfersCents"
    from explained
   where balance <> entries or balance <> transfers
   limit 20`

/**
 * Book lines that differ from the last closed day plus later transfers. Empty if no day was closed after the closed
 * months, whose transfers may be detached.
 */
export const selectWrongClosings = (tx: Tx, from: Date) => tx<
  { account: string; day: string; balanceCents: number; booksCents: number }[]
>`
  with closed as (
    select max(day) as day from ledger_closing
    having (max(day) + 1)::timestamp at time zone 'America/Sao_Paulo' >= ${from}
  ), moved as (
    select side.account_id, sum(side.cents) as cents
      from closed
      join ledger_transfer transfer
        on transfer.created_at >= (closed.day + 1)::timestamp at time zone 'America/Sao_Paulo'
     cross join lateral (values (transfer.credit_account_id, transfer.amount_cents),
                                (transfer.debit_account_id, -transfer.amount_cents)) as side (account_id, cents)
     group by side.account_id
  ), line as (
    select account, credits_until_cents - debits_until_cents as books, 0 as balance
      from ledger_closing join closed using (day)
    union all
    select ledger_account_name(player_id, kind), coalesce(moved.cents, 0), balance_cents
      from ledger_account account left join moved on moved.account_id = account.id
  )
  select account, closed.day::text, sum(balance)::bigint as "balanceCents", sum(books)::bigint as "booksCents"
    from line cross join closed
   group by account, closed.day
  having sum(balance) <> sum(books)
   order by account
   limit 20`

/**
 * Two joins instead of `not exists` with `or`: that reads all accounts for each transfer once they no longer fit the
 * memory of a hash.
 */
export const selectUnknownAccounts = (tx: Tx, from: Date) => tx<{ key: string }[]>`
  select transfer.key
    from ledger_transfer transfer
    left join ledger_account debit on debit.id = transfer.debit_account_id
    left join ledger_account credit on credit.id = transfer.credit_account_id
   where transfer.created_at >= ${from} and (debit.id is null or credit.id is null)
   limit 20`

/** The balance of a house account, or of all accounts of a kind; `studio:%` matches every kind with that prefix. */
export const selectClearingBalance = async (tx: Tx, kind: string): Promise<number> => {
  // Only `hold` is a kind of player account; the other clearing accounts are a few house rows.
  const rows = await (kind === 'hold'
    ? tx<{ sum: number }[]>`
        select coalesce(sum(balance_cents), 0)::bigint as sum from ledger_account where kind = ${kind}`
    : tx<{ sum: number }[]>`
        select coalesce(sum(balance_cents), 0)::bigint as sum
          from ledger_account where player_id = 0 and kind like ${kind}`)
  return rows[0]?.sum ?? Number.NaN
}

/** Like `readOneSnapshot`, for a verification that is stored. */
export const readOneSnapshotAndWrite = (tx: Tx) => tx`set transaction isolation level repeatable read`

/**
 * One verification at a time over all servers. Sent before the first read: the snapshot is then taken once the lock
 * is held, and sees the previous verification's result.
 */
export const lockVerification = (tx: Tx) => tx`lock table ledger_verification in share row exclusive mode`

type Verification = { transfersFrom: Date; isFresh: boolean }

/** The last verification without findings; fresh if the last full one is recent enough. */
export const selectVerification = async (
  tx: Tx,
  wholeEverySeconds: number,
): Promise<Verification | undefined> => {
  const rows = await tx<Verification[]>`
    select transfers_from as "transfersFrom",
           whole_at > now() - make_interval(secs => ${wholeEverySeconds}) as "isFresh"
      from ledger_verification`
  return rows[0]
}

type ForgottenVerification = {
  id: number
  version: number | null
  balanceCents: number | null
  verifiedVersion: number
  verifiedCents: number
}

/**
 * Accounts whose version is below the verified one, or whose balance differs at the same version. Ordered, here and
 * below: with a limit alone, the planner bets on finding twenty rows soon, where nearly always there are none.
 */
export const selectForgottenVersions = (tx: Tx) => tx<ForgottenVerification[]>`
  select coalesce(account.id, verified.account_id) as id, account.version, account.balance_cents as "balanceCents",
         coalesce(verified.version, 0) as "verifiedVersion", coalesce(verified.balance_cents, 0) as "verifiedCents"
    from ledger_account account
    full join ledger_verified_account verified on verified.account_id = account.id
   where account.id is null
      or account.version < coalesce(verified.version, 0)
      or (account.version = coalesce(verified.version, 0)
          and account.balance_cents <> coalesce(verified.balance_cents, 0))
   order by 1
   limit 20`

/**
 * Accounts whose entries since the last verification do not lead, version by version, from the verified balance to
 * the current one. Versions have no gap and are assigned under the account's lock, so every version above the
 * verified one is new, whatever the commit order. No such entry is older than the given moment, nor is its transfer,
 * so partitions of earlier months are skipped.
 */
export const selectBrokenNews = (tx: Tx, from: Date) => tx<{ id: number }[]>`
  select account.id
    from ledger_account account
    left join ledger_verified_account verified on verified.account_id = account.id
   cross join lateral (
     select count(*) as count, coalesce(sum(amount_cents), 0) as cents,
            count(*) filter (where version <> last_version + 1
                                or balance_cents <> last_balance + amount_cents) as breaks
       from (select version, amount_cents, balance_cents,
                    lag(version, 1, coalesce(verified.version, 0)) over own as last_version,
                    lag(balance_cents, 1, coalesce(verified.balance_cents, 0)) over own as last_balance
               from ledger_entry
              where player_id = account.player_id and account_id = account.id
                and version > coalesce(verified.version, 0) and created_at >= ${from}
             window own as (order by version)) as chain
   ) as news
   where account.version <> coalesce(verified.version, 0)
     and (news.breaks > 0
          or news.count <> account.version - coalesce(verified.version, 0)
          or news.cents <> account.balance_cents - coalesce(verified.balance_cents, 0))
   order by 1
   limit 20`

/**
 * Accounts whose balance change since the last verification differs from the sum of their transfers since then.
 * Transfers are read from a moment on; the sum of those already verified is subtracted, so that a transaction that
 * began before the last verification and was committed after it counts now, and none counts twice.
 */
export const selectUncountedTransfers = (tx: Tx, from: Date) => tx<{ id: number }[]>`
  with recent as (
    select side.account_id, sum(side.cents) as cents
      from ledger_transfer transfer
     cross join lateral (values (transfer.credit_account_id, transfer.amount_cents),
                                (transfer.debit_account_id, -transfer.amount_cents)) as side (account_id, cents)
     where transfer.created_at >= ${from}
     group by side.account_id
  )
  select coalesce(account.id, recent.account_id) as id
    from ledger_account account
    full join recent on recent.account_id = account.id
    left join ledger_verified_account verified on verified.account_id = account.id
   where account.id is null
      or account.balance_cents - coalesce(verified.balance_cents, 0)
         <> coalesce(recent.cents, 0) - coalesce(verified.counted_cents, 0)
   order by 1
   limit 20`

/** Stores the verified state: each account, and the sum of its transfers from this moment on. */
export const upsertVerifiedAccounts = (tx: Tx, transfersFrom: Date) => tx`
  with counted as (
    select side.account_id, sum(side.cents)::bigint as cents
      from ledger_transfer transfer
     cross join lateral (values (transfer.credit_account_id, transfer.amount_cents),
                                (transfer.debit_account_id, -transfer.amount_cents)) as side (account_id, cents)
     where transfer.created_at >= ${transfersFrom}
     group by side.account_id
  )
  insert into ledger_verified_account as verified (account_id, version, balance_cents, counted_cents)
  select account.id, account.version, account.balance_cents, coalesce(counted.cents, 0)
    from ledger_account account
    left join counted on counted.account_id = account.id
    left join ledger_verified_account known on known.account_id = account.id
   where known.account_id is null
      or known.version <> account.version
      or known.counted_cents <> coalesce(counted.cents, 0)
  on conflict (account_id) do update
     set version = excluded.version, balance_cents = excluded.balance_cents,
         counted_cents = excluded.counted_cents`

/** Stores that the ledger was verified without findings, wholly or since the last verification. */
export const upsertVerification = (tx: Tx, transfersFrom: Date, isWhole: boolean) => tx`
  insert into ledger_verification as last (verified_at, whole_at, transfers_from)
  values (now(), now(), ${transfersFrom})
  on conflict (is_one) do update
     set verified_at = excluded.verified_at, transfers_from = excluded.transfers_from,
         whole_at = case when ${isWhole}::boolean then excluded.whole_at else last.whole_at end`

/** A period in whole months of UTC. */
type Period = { from: Date; to: Date }

/** The start of this moment's month (UTC). */
export const selectMonthOf = async (tx: Tx, moment: Date): Promise<Date> => {
  const rows = await tx<{ at: Date }[]>`
    select date_trunc('month', ${moment}::timestamptz at time zone 'UTC') at time zone 'UTC' as at`
  return present(rows[0], 'the month of a moment').at
}

/**
 * Accounts whose entries of the period do not continue their versions: the database's clock was set back over the end
 * of a month, or a row got another date.
 */
export const selectStragglers = (tx: Tx, { from, to }: Period) => tx<{ id: number }[]>`
  with past as (
    select account_id, count(*) as count, max(version) as version
      from ledger_entry
     where created_at >= ${from} and created_at < ${to}
     group by account_id
  )
  select past.account_id as id
    from past
    left join ledger_closed_account closed on closed.account_id = past.account_id
   where past.version <> coalesce(closed.version, 0) + past.count
   limit 1`

/** Adds the period to the balances at the end of the closed months. */
export const upsertClosedAccounts = (tx: Tx, { from, to }: Period) => tx`
  with by_entry as (
    select account_id, count(*) as count, sum(amount_cents) as cents
      from ledger_entry
     where created_at >= ${from} and created_at < ${to}
     group by account_id
  ), by_transfer as (
    select side.account_id, sum(side.cents) as cents
      from ledger_transfer transfer
     cross join lateral (values (transfer.credit_account_id, transfer.amount_cents),
                                (transfer.debit_account_id, -transfer.amount_cents)) as side (account_id, cents)
     where transfer.created_at >= ${from} and transfer.created_at < ${to}
     group by side.account_id
  )
  insert into ledger_closed_account as closed (account_id, version, balance_cents, transfers_cents)
  select account_id, coalesce(by_entry.count, 0), coalesce(by_entry.cents, 0), coalesce(by_transfer.cents, 0)
    from by_entry full join by_transfer using (account_id)
  on conflict (account_id) do update
     set version = closed.version + excluded.version,
         balance_cents = closed.balance_cents + excluded.balance_cents,
         transfers_cents = closed.transfers_cents + excluded.transfers_cents`

/** Closes the months of the period: those with entries or transfers, and the last one. */
export const insertVerifiedMonths = (tx: Tx, { from, to }: Period) => tx`
  with entries as (
    select date_trunc('month', created_at at time zone 'UTC')::date as month, count(*) as count
      from ledger_entry
     where created_at >= ${from} and created_at < ${to}
     group by 1
  ), transfers as (
    select date_trunc('month', created_at at time zone 'UTC')::date as month, count(*) as count,
           sum(amount_cents) as cents
      from ledger_transfer
     where created_at >= ${from} and created_at < ${to}
     group by 1
  ), months as (
    select (${to}::timestamptz at time zone 'UTC' - interval '1 month')::date as month
    union select month from entries
    union select month from transfers
  )
  insert into ledger_verified_month (month, entry_count, transfer_count, transfer_cents)
  select month, coalesce(entries.count, 0), coalesce(transfers.count, 0), coalesce(transfers.cents, 0)
    from months left join entries using (month) left join transfers using (month)`

/** Closed months, still attached, whose row counts or sums differ from those at closing. */
export const selectChangedMonths = (tx: Tx, openFrom: Date) => tx<{ month: string }[]>`
  with entries as (
    select date_trunc('month', created_at at time zone 'UTC')::date as month, count(*) as count
      from ledger_entry
     where created_at < ${openFrom}
     group by 1
  ), transfers as (
    select date_trunc('month', created_at at time zone 'UTC')::date as month, count(*) as count,
           sum(amount_cents) as cents
      from ledger_transfer
     where created_at < ${openFrom}
     group by 1
  )
  select to_char(coalesce(closed.month, entries.month, transfers.month), 'YYYY-MM') as month
    from ledger_verified_month closed
    full join entries on entries.month = closed.month
    full join transfers on transfers.month = coalesce(closed.month, entries.month)
   where closed.month is null
      or closed.entry_count <> entries.count
      or closed.transfer_count <> transfers.count
      or closed.transfer_cents <> transfers.cents
   order by 1
   limit 20`
