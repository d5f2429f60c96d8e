import { present } from './assert.ts'
import type { Sql } from './db/index.ts'

/** The clock of the database, in milliseconds. */
export const selectClockMs = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ ms: number }[]>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`
  return present(rows[0], 'the clock of the database').ms
}
