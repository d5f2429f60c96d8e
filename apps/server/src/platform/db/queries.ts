import { present } from '../errors.ts'
import type { Sql } from './index.ts'

/**
 * No transaction still open, or started from now on, has an earlier `now()`, which is the `created_at` of its rows. A
 * session becomes visible a moment after it started, and a clock may be adjusted: hence the seconds. Sessions of
 * other roles hide their start; only the application's role writes these rows.
 */
export const selectOldestAtWork = async (sql: Sql): Promise<Date> => {
  const rows = await sql<{ at: Date }[]>`
    select least(min(xact_start), now()) - interval '10 seconds' as at
      from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'`
  return present(rows[0], 'the oldest open transaction').at
}

/** The database's data folder; undefined if its account may not read it. */
export async function readDataFolder(sql: Sql): Promise<string | undefined> {
  const rows = await sql<{ folder: string }[]>`
    select setting as folder from pg_settings where name = 'data_directory'`
  return rows[0]?.folder
}

/** Partitions are created this many months ahead, so that they do not run out while the server or the job is down. */
const MONTHS_AHEAD = 3

/**
 * Creates missing partitions of these tables for this month and the next three. The tables are partitioned by range
 * of a timestamp. Readers and writers do not wait for it, and several servers may call it at once. A migration that
 * creates such a table calls `platform_add_partitions` itself, so that a new database works at once.
 */
export const addPartitions = async (sql: Sql, tables: readonly string[]): Promise<void> => {
  await sql`select platform_add_partitions(${tables}::text[], ${MONTHS_AHEAD}::int)`
}

/** The clock of the database, in milliseconds. */
export const selectClockMs = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ ms: number }[]>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`
  return present(rows[0], 'the clock of the database').ms
}

/** The number of connections that the database allows to roles without special rights. */
export const selectFreeConnections = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ given: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as given`
  return present(rows[0], 'the connections of the database').given
}

/** How far the log of the database that writes has come: whatever was committed before is at or below it. */
export const selectWritten = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ position: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position`
  return present(rows[0], 'the position of the log').position
}

/** The log position that a replica has replayed; undefined on a primary. Later reads are at least as new. */
export const selectReplayed = async (sql: Sql): Promise<number | undefined> => {
  const rows = await sql<{ position: number | null }[]>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end
           as position`
  return rows[0]?.position ?? undefined
}
