import type { Sql } from './index.ts'

/** Whether the database answers. */
export const ping = (sql: Sql) => sql`select`
