import type { Tx } from '../platform/db/index.ts'

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
