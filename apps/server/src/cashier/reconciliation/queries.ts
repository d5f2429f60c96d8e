import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Span } from '../gateway/index.ts'

type Reach = { list: string; firstSeconds: number; overlapSeconds: number; longestSeconds: number }

/**
 * The span of a listing that is to be read now: from where it was read to, a little overlapping because banks
 * list late, and never further back than banks keep. The first time it goes back only a little.
 */
export const selectSpan = async (sql: Sql, reach: Reach): Promise<Span> => {
  const rows = await sql<Span[]>`
    select greatest(coalesce(max(read_until), now() - make_interval(secs => ${reach.firstSeconds}))
                      - make_interval(secs => ${reach.overlapSeconds}),
                    now() - make_interval(secs => ${reach.longestSeconds})) as "from",
           now() as "to"
      from cashier_reading where list = ${reach.list}`
  return present(rows[0], 'the span of a listing')
}

/** A listing was read until this moment; never moves back. */
export const upsertReading = (sql: Sql, list: string, until: Date) => sql`
  insert into cashier_reading (list, read_until) values (${list}, ${until})
  on conflict (list) do update set read_until = greatest(cashier_reading.read_until, excluded.read_until)`
