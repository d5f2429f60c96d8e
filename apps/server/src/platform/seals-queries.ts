import { present } from './errors.ts'
import type { Sql, Tx } from './db/index.ts'
import type { Content, MarkedRow, Seal, SealedTable, Window } from './seals-rules.ts'

/** One sealer at a time over all servers: false if another is sealing. Held until the transaction ends. */
export const trySealing = async (tx: Tx): Promise<boolean> => {
  const rows = await tx<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(7264003) as "isOurs"`
  return rows[0]?.isOurs === true
}

/** The end of the chain; undefined before the first seal. */
export const selectLastSeal = async (sql: Sql): Promise<Pick<Seal, 'id' | 'hash'> | undefined> =>
  (await sql<Pick<Seal, 'id' | 'hash'>[]>`select id, hash from platform_seal order by id desc limit 1`)[0]

/** Up to when a table is sealed. */
export const selectSealedTo = async (sql: Sql, tableName: string): Promise<Date | undefined> =>
  (
    await sql<{ at: Date }[]>`
      select to_at as at from platform_seal where table_name = ${tableName} order by id desc limit 1`
  )[0]?.at

type Place = SealedTable & Window

/** The number of rows, counted up to a maximum, and the time of the first. */
export const countRows = async (sql: Sql, { tableName, moment, fromAt, toAt }: Place, max: number) =>
  present(
    (
      await sql<{ rowCount: number; firstAt: Date | null }[]>`
        select row_count as "rowCount", first_at as "firstAt"
          from platform_count_rows(${tableName}::text, ${moment}::text, ${fromAt}::timestamptz, ${toAt}::timestamptz,
                                   ${max}::bigint)`
    )[0],
    'a count',
  )

/** The table's current content of the window. */
export const selectContent = async (sql: Sql, { tableName, moment, fromAt, toAt }: Place): Promise<Content> =>
  present(
    (
      await sql<Content[]>`
        select count(*) as "rowCount",
               encode(sha256(coalesce(string_agg(hash, ''::bytea order by place), '')), 'hex') as digest,
               encode(coalesce(string_agg(substring(hash, 1, 8), ''::bytea order by place), ''), 'hex') as marks
          from platform_row_hashes(${tableName}::text, ${moment}::text, ${fromAt}::timestamptz, ${toAt}::timestamptz)
                 with ordinality as row (key, at, hash, place)`
    )[0],
    'the content of a window',
  )

/** The current rows of the window, by key, in order. */
export const selectMarkedRows = (sql: Sql, { tableName, moment, fromAt, toAt }: Place) => sql<MarkedRow[]>`
  select key, encode(substring(hash, 1, 8), 'hex') as mark
    from platform_row_hashes(${tableName}::text, ${moment}::text, ${fromAt}::timestamptz, ${toAt}::timestamptz)
           with ordinality as row (key, at, hash, place)
   order by place`

export const insertSeal = (tx: Tx, seal: Seal) => tx`
  insert into platform_seal (id, table_name, from_at, to_at, row_count, digest, marks, previous_hash, hash)
  values (${seal.id}, ${seal.tableName}, ${seal.fromAt}, ${seal.toAt}, ${seal.rowCount}, ${seal.digest},
          decode(${seal.marks}, 'hex'), ${seal.previousHash}, ${seal.hash})`

/** Seals in chain order, after an id. */
export const selectSealsAfter = (sql: Sql, afterId: number, max: number) => sql<Seal[]>`
  select id, table_name as "tableName", from_at as "fromAt", to_at as "toAt", row_count as "rowCount", digest,
         encode(marks, 'hex') as marks, previous_hash as "previousHash", hash
    from platform_seal where id > ${afterId} order by id limit ${max}`

/** The ends of seals recorded in the audit chain, by subject, oldest first. */
export const selectNotedEnds = (sql: Sql) => sql<{ subject: string }[]>`
  select subject from platform_audit where action = 'seals.noted' order by id`

/** Whether the month of this moment was detached from the table. */
export const selectIsDetached = async (sql: Sql, tableName: string, at: Date): Promise<boolean> =>
  present(
    (
      await sql<{ isDetached: boolean }[]>`
        select platform_is_detached(${tableName}::text, ${at}::timestamptz) as "isDetached"`
    )[0],
    'a table',
  ).isDetached
