import type { Sql } from './db/index.ts'

export const insertPartitions = (sql: Sql, tables: readonly string[], monthsAhead: number) => sql`
  select platform_add_partitions(${tables}::text[], ${monthsAhead}::int)`
