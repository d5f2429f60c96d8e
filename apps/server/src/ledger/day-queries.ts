import type { Sql, Tx } from '../platform/db/index.ts'

/** A published day (UTC); `day` is its date. */
export type DayRow = { day: string; rootHash: string; transferCount: number; entryCount: number }

/**
 * The next day to publish: the one after the last published day, else the day of the first transfer; undefined if
 * there is none.
 */
export const selectNextDay = async (sql: Sql): Promise<string | undefined> => {
  const rows = await sql<{ day: string | null }[]>`
    select to_char(coalesce((select max(day) + 1 from ledger_day),
                            (select (min(created_at) at time zone 'UTC')::date from ledger_transfer)),
                   'YYYY-MM-DD') as day`
  return rows[0]?.day ?? undefined
}

/** Stores a published day unless another server has; returns whether this call stored it. */
export const insertDay = async (
  tx: Tx,
  { day, rootHash, transferCount, entryCount }: DayRow,
): Promise<boolean> => {
  const rows = await tx<{ day: string }[]>`
    insert into ledger_day (day, root_hash, transfer_count, entry_count)
    values (${day}::date, ${rootHash}, ${transferCount}, ${entryCount})
    on conflict do nothing
    returning day::text`
  return rows.length > 0
}

/** All published days, in order. */
export const selectDays = (sql: Sql) => sql<DayRow[]>`
  select to_char(day, 'YYYY-MM-DD') as day, root_hash as "rootHash", transfer_count as "transferCount",
         entry_count as "entryCount"
    from ledger_day order by ledger_day.day`

/** Days closed after this one, oldest first; for null the last closed day. */
export const selectClosedDays = async (
  sql: Sql,
  { after, max }: { after: string | null; max: number },
): Promise<string[]> => {
  const rows = await sql<{ day: string }[]>`
    select day::text
      from (select distinct day from ledger_closing
             where day > coalesce(${after}::date, (select max(day) - 1 from ledger_closing))) as closed
     order by closed.day
     limit ${max}`
  return rows.map(({ day }) => day)
}

export type ClosingLine = { account: string; debitCents: number; creditCents: number; balanceCents: number }

/** The movements of each account on a closed day, and the balances at its end. */
export const selectClosing = (sql: Sql, day: string) => sql<ClosingLine[]>`
  select account, debit_cents as "debitCents", credit_cents as "creditCents",
         (credits_until_cents - debits_until_cents)::bigint as "balanceCents"
    from ledger_closing where day = ${day}::date order by account`

export type PeriodLine = { period: string; account: string; debitCents: number; creditCents: number }

/**
 * The movements of each house account by day, or by month (`2026-11`), over the closed days of a range, latest first.
 * Reads no transfers or entries.
 */
export const selectHousePeriods = (
  sql: Sql,
  { from, until, by }: { from: string; until: string; by: 'day' | 'month' },
) => sql<PeriodLine[]>`
  select left(day::text, ${by === 'day' ? 10 : 7}) as period, account,
         sum(debit_cents)::bigint as "debitCents", sum(credit_cents)::bigint as "creditCents"
    from ledger_closing
   where day between ${from}::date and ${until}::date and account not like 'player:%'
   group by 1, 2
   order by 1 desc, 2`

export type DayAccount = { playerId: number; account: string; balanceCents: number }

/**
 * The accounts of the next players by id at the end of a closed day, by its transfers. An entry is written a moment
 * after the start of the transaction that dates its transfer, so entries of the day's transfers written after its end
 * are added.
 */
export const selectDayBalances = (
  sql: Sql,
  { day, after, max }: { day: string; after: number; max: number },
) => sql<DayAccount[]>`
  with day as (
    select (${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo' as ends_at
  ), player as (
    select distinct player_id from ledger_account where player_id > ${after} order by player_id limit ${max}
  )
  select account.player_id as "playerId", account.kind as account,
         (coalesce((select entry.balance_cents from ledger_entry entry
                     where entry.player_id = account.player_id and entry.account_id = account.id
                       and entry.created_at < day.ends_at
                     order by entry.version desc limit 1), 0)
          + coalesce((select sum(entry.amount_cents)
                        from ledger_entry entry
                        join ledger_transfer transfer
                          on transfer.player_id = entry.player_id and transfer.key = entry.transfer_key
                         and transfer.created_at < day.ends_at
                         and transfer.created_at >= day.ends_at - interval '1 hour'
                       where entry.player_id = account.player_id and entry.account_id = account.id
                         and entry.created_at >= day.ends_at
                         and entry.created_at < day.ends_at + interval '1 hour'), 0))::bigint as "balanceCents"
    from day, player join ledger_account account using (player_id)
   order by account.player_id, account.kind`

export type DayMove = {
  playerId: number
  account: string
  /** The opposite account: a house account by name, or the player's own by kind. */
  other: string
  debitCents: number
  creditCents: number
}

/**
 * The movements on these players' accounts on a day, by opposite account. Sorted by player and transfer key, so a
 * reader that pages through the whole day reads each once.
 */
export const selectDayMoves = (
  sql: Sql,
  { day, playerIds }: { day: string; playerIds: readonly number[] },
) => sql<DayMove[]>`
  select player.id as "playerId", own.kind as account, coalesce(house.kind, another.kind) as other,
         moved.debit as "debitCents", moved.credit as "creditCents"
    from unnest(${playerIds}::bigint[]) as player (id)
   cross join lateral (
     select side.id, side.other_id, sum(side.debit)::bigint as debit, sum(side.credit)::bigint as credit
       from ledger_transfer transfer
      cross join lateral (values (transfer.debit_account_id, transfer.credit_account_id, transfer.amount_cents, 0::bigint),
                                 (transfer.credit_account_id, transfer.debit_account_id, 0::bigint, transfer.amount_cents))
              as side (id, other_id, debit, credit)
      where transfer.player_id = player.id
        and transfer.created_at >= ${day}::date::timestamp at time zone 'America/Sao_Paulo'
        and transfer.created_at < (${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
      group by side.id, side.other_id) as moved
    join ledger_account own on own.player_id = player.id and own.id = moved.id
    left join ledger_account house on house.player_id = 0 and house.id = moved.other_id
    left join ledger_account another on another.player_id = player.id and another.id = moved.other_id
   order by 1, 2, 3`

export type DayTransfer = {
  playerId: number
  key: string
  account: string
  /** The opposite house account. */
  other: string
  /** Positive if the player received it. */
  amountCents: number
  at: Date
}

/**
 * The next transfers of a day between players and these house accounts, in primary key order (player, key), from the
 * end of the page before.
 */
export const selectDayTransfers = (
  sql: Sql,
  {
    day,
    houses,
    after,
    max,
  }: { day: string; houses: readonly string[]; after: { playerId: number; key: string }; max: number },
) => sql<DayTransfer[]>`
  with house as materialized (
    select id, kind from ledger_account where player_id = 0 and kind = any(${houses}::text[])
  ), page as materialized (
    select player_id, key, debit_account_id, credit_account_id, amount_cents, created_at
      from ledger_transfer
     where player_id > 0 and (player_id, key) > (${after.playerId}::bigint, ${after.key}::text)
       and created_at >= ${day}::date::timestamp at time zone 'America/Sao_Paulo'
       and created_at < (${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
       and (debit_account_id = any(array(select id from house)) or credit_account_id = any(array(select id from house)))
     order by player_id, key
     limit ${max}
  )
  select page.player_id as "playerId", page.key, own.kind as account, house.kind as other,
         case when own.id = page.credit_account_id then page.amount_cents else 0 - page.amount_cents end as "amountCents",
         page.created_at as at
    from page
    join house on house.id in (page.debit_account_id, page.credit_account_id)
    join ledger_account own
      on own.player_id = page.player_id
     and own.id = case when house.id = page.credit_account_id then page.debit_account_id else page.credit_account_id end
   order by page.player_id, page.key`
