import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Rows = { table: string; columns: readonly string[]; lines: readonly string[] }

/** Copies rows, each a line of values by `lineOf`, into a table: PostgreSQL's fastest way in. */
export const copyRows = async (client: pg.Client, { table, columns, lines }: Rows): Promise<void> => {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const into = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${names}) from stdin`))
  await pipeline(Readable.from([`${lines.join('\n')}\n`]), into)
}

/** A row as COPY reads it. Values hold no tab, line end or backslash: ids, amounts, hashes, JSON without escapes. */
export const lineOf = (...values: readonly (string | number | boolean | null)[]): string =>
  values.map((value) => (value === null ? '\\N' : String(value))).join('\t')

/**
 * A connection of the owner on which triggers and foreign keys do not speak and nothing waits for the disk: whoever copies
 * writes what holds by itself, and has it verified afterwards.
 */
export async function openCopying(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set timezone = 'UTC'`,
  )
  return client
}
