import type { Sql } from '../platform/db/index.ts'

/** Days of the house (America/Sao_Paulo), both included. */
export type Days = { from: string; until: string }

export type StatementRow = {
  account: 'cash' | 'bonus'
  version: number
  amountCents: number
  balanceCents: number
  key: string
  at: Date
}

/** The entries of a player's cash and bonus in these days, oldest first. */
export const selectStatement = (
  sql: Sql,
  { playerId, from, until, max }: Days & { playerId: number; max: number },
) => sql<StatementRow[]>`
  select account.kind as account, entry.version, entry.amount_cents as "amountCents",
         entry.balance_cents as "balanceCents", entry.transfer_key as key, entry.created_at as at
    from ledger_account account
    join ledger_entry entry on entry.player_id = ${playerId} and entry.account_id = account.id
   where account.player_id = ${playerId} and account.kind in ('cash', 'bonus')
     and entry.created_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'
     and entry.created_at < (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
   order by entry.created_at, account.kind, entry.version
   limit ${max}`

export type Standing = { account: 'cash' | 'bonus'; balanceCents: number }

/** What stood on a player's cash and bonus as a day began. */
export const selectStandingOn = (sql: Sql, { playerId, day }: { playerId: number; day: string }) => sql<
  Standing[]
>`
  select account.kind as account,
         coalesce((select entry.balance_cents from ledger_entry entry
                    where entry.player_id = ${playerId} and entry.account_id = account.id
                      and entry.created_at < ${day}::date::timestamp at time zone 'America/Sao_Paulo'
                    order by entry.version desc limit 1), 0)::bigint as "balanceCents"
    from ledger_account account
   where account.player_id = ${playerId} and account.kind in ('cash', 'bonus')`

export type BookLine = { account: string; debitCents: number; creditCents: number; balanceCents: number }

/**
 * All accounts as they stood at a moment: those of the house by name, those of players by kind. Worked out from the
 * transfers, whose two sides have one moment: so it adds up to zero at any.
 */
export const selectTrialBalance = (sql: Sql, at: Date) => sql<BookLine[]>`
  with side as (
    select debit_account_id as id, amount_cents as debit, 0::bigint as credit
      from ledger_transfer where created_at <= ${at}
    union all
    select credit_account_id, 0, amount_cents from ledger_transfer where created_at <= ${at}
  ), by_account as (
    select id, sum(debit) as debit, sum(credit) as credit from side group by id
  )
  select case when account.player_id = 0 then account.kind else 'player:' || account.kind end as account,
         sum(by_account.debit)::bigint as "debitCents", sum(by_account.credit)::bigint as "creditCents",
         sum(by_account.credit - by_account.debit)::bigint as "balanceCents"
    from by_account join ledger_account account on account.id = by_account.id
   group by 1
   order by 1`

export type JournalLine = BookLine & { day: string; openingCents: number }

/** What was booked on each account in each of these days, with the balance before and after. */
export const selectJournal = (sql: Sql, { from, until }: Days) => sql<JournalLine[]>`
  with side as (
    select debit_account_id as id, amount_cents as debit, 0::bigint as credit, created_at from ledger_transfer
     where created_at < (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
    union all
    select credit_account_id, 0, amount_cents, created_at from ledger_transfer
     where created_at < (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
  ), by_account as (
    select id, (created_at at time zone 'America/Sao_Paulo')::date as day, sum(debit) as debit, sum(credit) as credit
      from side group by 1, 2
  ), by_day as (
    select case when account.player_id = 0 then account.kind else 'player:' || account.kind end as account, by_account.day,
           sum(by_account.debit) as debit, sum(by_account.credit) as credit
      from by_account join ledger_account account on account.id = by_account.id
     group by 1, 2
  ), running as (
    select account, day, debit, credit, sum(credit - debit) over (partition by account order by day) as balance
      from by_day
  )
  select account, day::text, debit::bigint as "debitCents", credit::bigint as "creditCents",
         (balance - credit + debit)::bigint as "openingCents", balance::bigint as "balanceCents"
    from running
   where day between ${from}::date and ${until}::date
   order by day, account`

/** What players have, by kind of account: money of theirs that the house holds. */
export const selectPlayersMoney = (sql: Sql) => sql<{ kind: string; cents: number }[]>`
  select kind, sum(balance_cents)::bigint as cents
    from ledger_account where player_id > 0 group by kind order by kind`

/** Accounts of the house that money enters and leaves by, as they stand; `pix_in:%` is every one that begins so. */
export const selectHouseBalances = (sql: Sql, kinds: readonly string[]) => sql<
  { kind: string; cents: number }[]
>`
  select kind, balance_cents as cents from ledger_account
   where player_id = 0 and kind like any(${kinds}::text[]) order by kind`

/** Whether days are days, in order, and not more than so many. */
export const areDays = async (sql: Sql, { from, until }: Days, maxDays: number): Promise<boolean> => {
  const rows = await sql<{ fits: boolean }[]>`
    select ${until}::date >= ${from}::date and ${until}::date - ${from}::date < ${maxDays}::int
           and ${from}::date > (now() at time zone 'America/Sao_Paulo')::date - interval '36 months 1 day' as fits`
  return rows[0]?.fits ?? false
}
