import { present } from '../platform/errors.ts'
import type { Sql } from '../platform/db/index.ts'

/** The current month in São Paulo, as `202611`. */
export const readMonth = async (sql: Sql): Promise<string> => {
  const rows = await sql<{ month: string }[]>`
    select to_char(now() at time zone 'America/Sao_Paulo', 'YYYYMM') as month`
  return present(rows[0], 'the month').month
}
