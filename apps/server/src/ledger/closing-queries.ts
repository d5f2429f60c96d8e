import { present } from '../platform/assert.ts'
import type { Tx } from '../platform/db/index.ts'

/** A time from and to, in whole months of UTC. */
export type Period = { from: Date; to: Date }

/** The first moment of this month of UTC. */
export const selectMonthOf = async (tx: Tx, moment: Date): Promise<Date> => {
  const rows = await tx<{ at: Date }[]>`
    select date_trunc('month', ${moment}::timestamptz at time zone 'UTC') at time zone 'UTC' as at`
  return present(rows[0], 'the month of a moment').at
}

/**
 * Accounts whose entries of the period are not the versions that come next. The database's clock was set back over the
 * end of a month then, or a row was dated anew.
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

/** Adds the period to what the closed months lead to. */
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

/** Closes the months of the period: those in which something happened, and the last one. */
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

/** Closed months that are still attached and do not hold what they held when they were closed. */
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
