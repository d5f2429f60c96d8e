import type { Sql } from '../../platform/db/index.ts'
import type { Span } from '../gateway/payment-gateway.ts'

type Reach = { list: string; overlapSeconds: number; longestSeconds: number }

/**
 * The span of a listing that is to be read now: from where it was read to, a little overlapping because banks
 * list late, and never further back than banks keep.
 */
export const selectSpan = async (
  sql: Sql,
  { list, overlapSeconds, longestSeconds }: Reach,
): Promise<Span> => {
  const rows = await sql<{ from: Date; to: Date }[]>`
    select greatest(coalesce(max(read_until), '-infinity') - make_interval(secs => ${overlapSeconds}),
                    now() - make_interval(secs => ${longestSeconds})) as "from",
           now() + interval '1 minute' as "to"
      from cashier_reading where list = ${list}`
  const row = rows[0]
  if (!row) throw new Error('a span always has a row')
  return row
}

/** A listing was read until this moment; never moves back. */
export const upsertReading = (sql: Sql, list: string, until: Date) => sql`
  insert into cashier_reading (list, read_until) values (${list}, least(${until}::timestamptz, now()))
  on conflict (list) do update set read_until = greatest(cashier_reading.read_until, excluded.read_until)`
