import type { Sql, Tx } from '../platform/db/index.ts'

/** A day (UTC) as it was published; `day` is its date. */
export type DayRow = { day: string; rootHash: string; transferCount: number; entryCount: number }

/** The day to publish next: after the last one that was, else that of the first transfer; nothing before there is one. */
export const selectNextDay = async (sql: Sql): Promise<string | undefined> => {
  const rows = await sql<{ day: string | null }[]>`
    select to_char(coalesce((select max(day) + 1 from ledger_day),
                            (select (min(created_at) at time zone 'UTC')::date from ledger_transfer)),
                   'YYYY-MM-DD') as day`
  return rows[0]?.day ?? undefined
}

/** Keeps a day, unless another server has: answers whether it was this call that did. */
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

/** All days that were published, in order. */
export const selectDays = (sql: Sql) => sql<DayRow[]>`
  select to_char(day, 'YYYY-MM-DD') as day, root_hash as "rootHash", transfer_count as "transferCount",
         entry_count as "entryCount"
    from ledger_day order by ledger_day.day`
