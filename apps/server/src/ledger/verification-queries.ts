import { present } from '../platform/assert.ts'
import type { Sql, Tx } from '../platform/db/index.ts'

/** All following reads of the transaction see the same moment. */
export const readOneSnapshot = (tx: Tx) => tx`set transaction isolation level repeatable read read only`

export const selectAccountSum = async (tx: Tx): Promise<number> => {
  const rows = await tx<{ sum: number }[]>`
    select coalesce(sum(balance_cents), 0)::bigint as sum from ledger_account`
  return rows[0]?.sum ?? Number.NaN
}

/** Accounts whose entries do not count 1, 2, 3 … up to the version, each on the balance of the one before. */
export const selectBrokenChains = (tx: Tx) => tx<{ id: number; count: number; versions: number }[]>`
  with chain as (
    select account_id, version, amount_cents, balance_cents,
           lag(version, 1, 0::bigint) over own as last_version,
           lag(balance_cents, 1, 0::bigint) over own as last_balance
      from ledger_entry
    window own as (partition by account_id order by version)
  ), broken as (
    select account_id,
           count(*) as count,
           count(*) filter (where version <> last_version + 1
                               or balance_cents <> last_balance + amount_cents) as breaks
      from chain
     group by account_id
  )
  select account.id, coalesce(broken.count, 0)::bigint as count, account.version as versions
    from ledger_account account
    left join broken on broken.account_id = account.id
   where account.version <> coalesce(broken.count, 0) or broken.breaks > 0
   limit 20`

/** Accounts whose balance is not what its entries, and what its transfers, add up to. */
export const selectUnexplainedBalances = (tx: Tx) => tx<
  { id: number; balanceCents: number; entriesCents: number; transfersCents: number }[]
>`
  with by_entry as (
    select account_id, sum(amount_cents) as cents from ledger_entry group by account_id
  ), by_transfer as (
    select account_id, sum(cents) as cents
      from (select credit_account_id as account_id, amount_cents as cents from ledger_transfer
            union all
            select debit_account_id, -amount_cents from ledger_transfer) as side
     group by account_id
  )
  select account.id, account.balance_cents as "balanceCents",
         coalesce(by_entry.cents, 0)::bigint as "entriesCents",
         coalesce(by_transfer.cents, 0)::bigint as "transfersCents"
    from ledger_account account
    left join by_entry on by_entry.account_id = account.id
    left join by_transfer on by_transfer.account_id = account.id
   where account.balance_cents <> coalesce(by_entry.cents, 0)
      or account.balance_cents <> coalesce(by_transfer.cents, 0)
   limit 20`

export const selectUnknownAccounts = (tx: Tx) => tx<{ key: string }[]>`
  select transfer.key
    from ledger_transfer transfer
   where not exists (select 1 from ledger_account where id = transfer.debit_account_id)
      or not exists (select 1 from ledger_account where id = transfer.credit_account_id)
   limit 20`

/** The balance of an account of the house, or of all players' holds together. */
export const selectClearingBalance = async (tx: Tx, kind: string): Promise<number> => {
  const rows = await tx<{ sum: number }[]>`
    select coalesce(sum(balance_cents), 0)::bigint as sum from ledger_account where kind = ${kind}`
  return rows[0]?.sum ?? Number.NaN
}

/** As `readOneSnapshot`, for a proof that is kept. */
export const readOneSnapshotAndWrite = (tx: Tx) => tx`set transaction isolation level repeatable read`

/**
 * One proof at a time, of however many servers. Asked before the first read: the snapshot is then taken once the lock
 * is held, and sees what the proof before has kept.
 */
export const lockVerification = (tx: Tx) => tx`lock table ledger_proof in share row exclusive mode`

export type Verification = { transfersFrom: Date; isFresh: boolean }

/** The last proof that held; fresh if this release has read everything before, and some release lately enough. */
export const selectVerification = async (
  tx: Tx,
  release: string,
  wholeEverySeconds: number,
): Promise<Verification | undefined> => {
  const rows = await tx<Verification[]>`
    select transfers_from as "transfersFrom",
           ${release} = any(releases) and whole_at > now() - make_interval(secs => ${wholeEverySeconds}) as "isFresh"
      from ledger_proof`
  return rows[0]
}

/**
 * No transaction that is still at work, or begins from now on, has an earlier `now()`, which is the `created_at` of
 * what it writes. A session shows when it began a moment after it did, and a clock may be set: hence the seconds.
 */
export const selectOldestAtWork = async (sql: Sql): Promise<Date> => {
  const rows = await sql<{ at: Date }[]>`
    select least(min(xact_start), now()) - interval '10 seconds' as at
      from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'`
  return present(rows[0], 'the oldest transaction at work').at
}

export type ForgottenVerification = {
  id: number
  version: number | null
  balanceCents: number | null
  verifiedVersion: number
  verifiedCents: number
}

/**
 * Accounts that fell behind what was proven of them, or hold something else at the same version. In order, here and
 * below: a limit without one makes the planner bet on finding twenty soon, where nearly always there is none.
 */
export const selectForgottenProofs = (tx: Tx) => tx<ForgottenVerification[]>`
  select coalesce(account.id, proven.account_id) as id, account.version, account.balance_cents as "balanceCents",
         coalesce(proven.version, 0) as "verifiedVersion", coalesce(proven.balance_cents, 0) as "verifiedCents"
    from ledger_account account
    full join ledger_proven_account proven on proven.account_id = account.id
   where account.id is null
      or account.version < coalesce(proven.version, 0)
      or (account.version = coalesce(proven.version, 0)
          and account.balance_cents <> coalesce(proven.balance_cents, 0))
   order by 1
   limit 20`

/**
 * Accounts whose entries since the last proof do not lead, version by version, from what was proven to what the
 * account says. Versions of an account have no gap and are taken with the account locked, so what is newer than the
 * proven version is new to the proof, in whatever order it was committed.
 */
export const selectBrokenNews = (tx: Tx) => tx<{ id: number }[]>`
  select account.id
    from ledger_account account
    left join ledger_proven_account proven on proven.account_id = account.id
   cross join lateral (
     select count(*) as count, coalesce(sum(amount_cents), 0) as cents,
            count(*) filter (where version <> last_version + 1
                                or balance_cents <> last_balance + amount_cents) as breaks
       from (select version, amount_cents, balance_cents,
                    lag(version, 1, coalesce(proven.version, 0)) over own as last_version,
                    lag(balance_cents, 1, coalesce(proven.balance_cents, 0)) over own as last_balance
               from ledger_entry
              where account_id = account.id and version > coalesce(proven.version, 0)
             window own as (order by version)) as chain
   ) as news
   where account.version <> coalesce(proven.version, 0)
     and (news.breaks > 0
          or news.count <> account.version - coalesce(proven.version, 0)
          or news.cents <> account.balance_cents - coalesce(proven.balance_cents, 0))
   order by 1
   limit 20`

/**
 * Accounts whose balance did not move since the last proof by what their transfers since then add up to. Transfers
 * are read from a moment on, not one by one: those that the last proof has seen of them are taken off again, so that
 * one which began before that proof and was committed after it counts now, and none counts twice.
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
    left join ledger_proven_account proven on proven.account_id = account.id
   where account.id is null
      or account.balance_cents - coalesce(proven.balance_cents, 0)
         <> coalesce(recent.cents, 0) - coalesce(proven.counted_cents, 0)
   order by 1
   limit 20`

/** Keeps what was proven: each account as it is, and what transfers from this moment on did to it already. */
export const upsertVerifiedAccounts = (tx: Tx, transfersFrom: Date) => tx`
  with counted as (
    select side.account_id, sum(side.cents)::bigint as cents
      from ledger_transfer transfer
     cross join lateral (values (transfer.credit_account_id, transfer.amount_cents),
                                (transfer.debit_account_id, -transfer.amount_cents)) as side (account_id, cents)
     where transfer.created_at >= ${transfersFrom}
     group by side.account_id
  )
  insert into ledger_proven_account as proven (account_id, version, balance_cents, counted_cents)
  select account.id, account.version, account.balance_cents, coalesce(counted.cents, 0)
    from ledger_account account
    left join counted on counted.account_id = account.id
    left join ledger_proven_account known on known.account_id = account.id
   where known.account_id is null
      or known.version <> account.version
      or known.counted_cents <> coalesce(counted.cents, 0)
  on conflict (account_id) do update
     set version = excluded.version, balance_cents = excluded.balance_cents,
         counted_cents = excluded.counted_cents`

type KeptVerification = { transfersFrom: Date; release: string; isWhole: boolean }

/** Of releases the last twenty are kept: while an update goes from server to server, two of them prove in turn. */
export const upsertVerification = (tx: Tx, { transfersFrom, release, isWhole }: KeptVerification) => tx`
  insert into ledger_proof as proof (proven_at, whole_at, releases, transfers_from)
  values (now(), now(), array[${release}::text], ${transfersFrom})
  on conflict (is_one) do update
     set proven_at = excluded.proven_at, transfers_from = excluded.transfers_from,
         whole_at = case when ${isWhole} then excluded.whole_at else proof.whole_at end,
         releases = (excluded.releases || array_remove(proof.releases, ${release}::text))[1:20]`
