import type { Sql } from './index.ts'

/** A server that was stopped, or whose job fails, has so long before there is no room for what happens. */
const MONTHS_AHEAD = 3

/**
 * Makes the partitions of these tables for this month and the next three, where they are missing. The tables are
 * partitioned by range of a timestamp. Nobody who reads or writes waits for it, and several servers may call it at once.
 * A migration that makes such a table calls `platform_add_partitions` itself, so that a new database works at once.
 */
export const addPartitions = async (sql: Sql, tables: readonly string[]): Promise<void> => {
  await sql`select platform_add_partitions(${tables}::text[], ${MONTHS_AHEAD}::int)`
}
