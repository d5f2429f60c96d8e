import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Rows = { table: string; columns: readonly string[]; lines: readonly string[] }

/** Copies rows into a table, each formatted by `lineOf`: PostgreSQL's fastest way in. */
export const copyRows = async (client: pg.Client, { table, columns, lines }: Rows): Promise<void> => {
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const into = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${names}) from stdin`))
  await pipeline(Readable.from([`${lines.join('\n')}\n`]), into)
}

/** A COPY line. Values contain no tab, newline or backslash: ids, amounts, hashes, plain JSON. */
export const lineOf = (...values: readonly (string | number | boolean | null)[]): string =>
  values.map((value) => (value === null ? '\\N' : String(value))).join('\t')

/**
 * An owner's connection without triggers, foreign keys and fsync: the caller writes consistent rows and verifies
 * afterwards.
 */
export async function openCopying(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set timezone = 'UTC'`,
  )
  return client
}
