import type { Sql } from '../platform/db/index.ts'

/** A range of days (America/Sao_Paulo), inclusive. */
export type Days = { from: string; until: string }

export type StatementRow = {
  account: 'cash' | 'bonus'
  version: number
  amountCents: number
  balanceCents: number
  key: string
  at: Date
}

/**
 * Maps a prefix of transfer keys to the nature of its entries, and to a direction where that matters; the longest
 * match applies.
 */
export type KeyPrefix = { prefix: string; nature: string; isIncoming: boolean | null }

export type Natures = { prefixes: readonly KeyPrefix[]; otherwise: string }

type Asked = Days & { playerId: number; max: number }

/** The entries of a player's cash and bonus in these days, oldest first; optionally of one nature only. */
export const selectStatement = (
  sql: Sql,
  { playerId, from, until, max }: Asked,
  { nature, prefixes, otherwise }: Natures & { nature: string | undefined },
) => sql<StatementRow[]>`
  select account.kind as account, entry.version, entry.amount_cents as "amountCents",
         entry.balance_cents as "balanceCents", entry.transfer_key as key, entry.created_at as at
    from ledger_account account
    join ledger_entry entry on entry.player_id = ${playerId} and entry.account_id = account.id
   where account.player_id = ${playerId} and account.kind in ('cash', 'bonus')
     and entry.created_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'
     and entry.created_at < (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
     and (${nature ?? null}::text is null
          or coalesce((select known.nature
                         from unnest(${prefixes.map(({ prefix }) => prefix)}::text[],
                                     ${prefixes.map((one) => one.nature)}::text[],
                                     ${prefixes.map(({ isIncoming }) => isIncoming)}::boolean[])
                                as known (prefix, nature, is_incoming)
                        where starts_with(entry.transfer_key, known.prefix)
                          and coalesce(known.is_incoming = (entry.amount_cents > 0), true)
                        order by length(known.prefix) desc limit 1), ${otherwise}) = ${nature ?? null})
   order by entry.created_at, account.kind, entry.version
   limit ${max}`

export type NatureSum = { nature: string; inCents: number; outCents: number }

/** The sums of a player's cash and bonus entries in these days, in and out, by nature. */
export const selectNatureSums = (
  sql: Sql,
  { playerId, from, until }: Omit<Asked, 'max'>,
  { prefixes, otherwise }: Natures,
) => sql<NatureSum[]>`
  select coalesce((select known.nature
                     from unnest(${prefixes.map(({ prefix }) => prefix)}::text[],
                                 ${prefixes.map(({ nature }) => nature)}::text[],
                                 ${prefixes.map(({ isIncoming }) => isIncoming)}::boolean[])
                            as known (prefix, nature, is_incoming)
                    where starts_with(entry.transfer_key, known.prefix)
                      and coalesce(known.is_incoming = (entry.amount_cents > 0), true)
                    order by length(known.prefix) desc limit 1), ${otherwise}) as nature,
         sum(greatest(entry.amount_cents, 0))::bigint as "inCents",
         sum(greatest(0 - entry.amount_cents, 0))::bigint as "outCents"
    from ledger_account account
    join ledger_entry entry on entry.player_id = ${playerId} and entry.account_id = account.id
   where account.player_id = ${playerId} and account.kind in ('cash', 'bonus')
     and entry.created_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'
     and entry.created_at < (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
   group by 1
   order by 1`

export type CurrentBalance = { account: 'cash' | 'bonus'; balanceCents: number }

/** A player's cash and bonus balances at the start of a day. */
export const selectBalancesOn = (sql: Sql, { playerId, day }: { playerId: number; day: string }) => sql<
  CurrentBalance[]
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
 * All accounts at a past moment: house accounts by name, players' accounts by kind. Computed from the last closed day
 * and the transfers since. Both sides of a transfer have the same moment, so the result sums to zero at any moment.
 */
export const selectTrialBalance = (sql: Sql, at: Date) => sql<BookLine[]>`
  with closed as (
    select max(day) as day from ledger_closing
     where (day + 1)::timestamp at time zone 'America/Sao_Paulo' <= ${at}
  ), line as (
    select booked.account, booked.debit, booked.credit
      from closed
     cross join ledger_booked(
             coalesce((closed.day + 1)::timestamp at time zone 'America/Sao_Paulo', '-infinity'),
             ${at}::timestamptz + interval '1 microsecond') as booked
    union all
    select account, debits_until_cents, credits_until_cents from ledger_closing where day = (select day from closed)
  )
  select account, sum(debit)::bigint as "debitCents", sum(credit)::bigint as "creditCents",
         sum(credit - debit)::bigint as "balanceCents"
    from line
   group by 1
   order by 1`

export type JournalLine = BookLine & { day: string; openingCents: number }

/**
 * The debits and credits of each account on each of these days, with the balance before and after: from closings for
 * closed days, from transfers for the others.
 */
export const selectJournal = (sql: Sql, { from, until }: Days) => sql<JournalLine[]>`
  with closed as (
    select max(day) as day from ledger_closing where day <= ${until}::date
  ), open_day as (
    select booked.*
      from closed
     cross join ledger_booked(
             coalesce((closed.day + 1)::timestamp at time zone 'America/Sao_Paulo', '-infinity'),
             (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo') as booked
  ), line as (
    select open_day.account, open_day.day, debit, credit,
           coalesce(before.credits_until_cents - before.debits_until_cents, 0)
             + sum(credit - debit) over (partition by open_day.account order by open_day.day) as balance
      from open_day
      left join ledger_closing before
        on before.day = (select day from closed) and before.account = open_day.account
    union all
    select account, day, debit_cents, credit_cents, credits_until_cents - debits_until_cents
      from ledger_closing where day between ${from}::date and ${until}::date and debit_cents + credit_cents > 0
  )
  select account, day::text, debit::bigint as "debitCents", credit::bigint as "creditCents",
         (balance - credit + debit)::bigint as "openingCents", balance::bigint as "balanceCents"
    from line
   where day between ${from}::date and ${until}::date
   order by line.day, account`

/**
 * The next day to close (America/Sao_Paulo) and its end: the one after the last closed day, else the day of the first
 * transfer; undefined if there is none.
 */
export const selectDayToClose = async (sql: Sql): Promise<{ day: string; endsAt: Date } | undefined> => {
  const rows = await sql<{ day: string; endsAt: Date }[]>`
    select day::text, (day + 1)::timestamp at time zone 'America/Sao_Paulo' as "endsAt"
      from (select coalesce((select max(day) + 1 from ledger_closing),
                            (select (min(created_at) at time zone 'America/Sao_Paulo')::date from ledger_transfer)) as day
           ) as next
     where day is not null`
  return rows[0]
}

/** Closes a day; all days before it are closed. Two servers that do it at once write the same. */
export const insertClosing = (sql: Sql, day: string) => sql`
  with booked as (
    select account, debit, credit
      from ledger_booked(${day}::date::timestamp at time zone 'America/Sao_Paulo',
                         (${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo')
  ), before as (
    select account, debits_until_cents, credits_until_cents from ledger_closing where day = ${day}::date - 1
  )
  insert into ledger_closing (day, account, debit_cents, credit_cents, debits_until_cents, credits_until_cents)
  select ${day}::date, account, coalesce(booked.debit, 0), coalesce(booked.credit, 0),
         coalesce(before.debits_until_cents, 0) + coalesce(booked.debit, 0),
         coalesce(before.credits_until_cents, 0) + coalesce(booked.credit, 0)
    from booked full join before using (account)
   order by account
  on conflict (day, account) do nothing`

/** Players' money that the house holds, by kind of account. */
export const selectPlayersMoney = (sql: Sql) => sql<{ kind: string; cents: number }[]>`
  select kind, sum(balance_cents)::bigint as cents
    from ledger_account where player_id > 0 group by kind order by kind`

/**
 * Current balances of the house accounts through which money enters and leaves; `pix_in:%` matches every kind with
 * that prefix.
 */
export const selectHouseBalances = (sql: Sql, kinds: readonly string[]) => sql<
  { kind: string; cents: number }[]
>`
  select kind, balance_cents as cents from ledger_account
   where player_id = 0 and kind like any(${kinds}::text[]) order by kind`

/** Whether a range of days is valid, in order, and not longer than the maximum. */
export const areDays = async (sql: Sql, { from, until }: Days, maxDays: number): Promise<boolean> => {
  const rows = await sql<{ fits: boolean }[]>`
    select ${until}::date >= ${from}::date and ${until}::date - ${from}::date < ${maxDays}::int
           and ${from}::date > (now() at time zone 'America/Sao_Paulo')::date - interval '36 months 1 day' as fits`
  return rows[0]?.fits ?? false
}

/**
 * The movements of each house account since the last closed day, and on that day. Computed from current balances and
 * closed days, without reading entries or transfers. `lastDay` is null before the first closing.
 */
export const selectHouseDays = (sql: Sql) => sql<
  { account: string; today: string; lastDay: string | null; sinceCents: number; lastCents: number }[]
>`
  with closed as (select max(day) as day from ledger_closing)
  select account.kind as account, (now() at time zone 'America/Sao_Paulo')::date::text as today,
         closed.day::text as "lastDay",
         (account.balance_cents - coalesce(closing.credits_until_cents - closing.debits_until_cents, 0))::bigint
           as "sinceCents",
         coalesce(closing.credit_cents - closing.debit_cents, 0)::bigint as "lastCents"
    from closed
   cross join ledger_account account
    left join ledger_closing closing on closing.day = closed.day and closing.account = account.kind
   where account.player_id = 0
   order by account.kind`

/**
 * How many players have staked today, and on an earlier day. A player's running day stays in the cash account until
 * the next one begins, so this reads one row per player: cache the result.
 */
export const selectActivePlayers = (sql: Sql, lastDay: string | null) => sql<
  { today: number; last: number }[]
>`
  with standing as (
    select count(*) filter (where turnover_day = (now() at time zone 'America/Sao_Paulo')::date) as today,
           count(*) filter (where turnover_day = ${lastDay}::date) as last
      from ledger_account
     where player_id > 0 and kind = 'cash' and staked_cents > 0
  )
  select today, last + (select count(*) from ledger_turnover where day = ${lastDay}::date and staked_cents > 0) as last
    from standing`
