import type { Sql } from './index.ts'

/** Where the database keeps its files; nothing where its account may not say. */
export async function readDataFolder(sql: Sql): Promise<string | undefined> {
  const rows = await sql<{ folder: string }[]>`
    select setting as folder from pg_settings where name = 'data_directory'`
  return rows[0]?.folder
}
