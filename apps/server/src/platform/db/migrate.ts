import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { assert } from '../assert.ts'

/** One module's migrations: files `0001-what-it-does.sql`, run in order and never changed afterwards. */
export type MigrationFolder = { module: string; folder: string }

const LOCK = 7_264_001

/**
 * Brings the schema up to date, forward only. Folders run in the order given (lower layers first), under an
 * advisory lock, so that several servers may start at once; each file in a transaction of its own.
 */
export async function migrate(url: string, folders: readonly MigrationFolder[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists platform_migration (
         module text not null, name text not null, ran_at timestamptz not null default now(),
         primary key (module, name))`,
    )
    const { rows } = await client.query<{ module: string; name: string }>(
      'select module, name from platform_migration',
    )
    const done = new Set(rows.map(({ module, name }) => `${module}/${name}`))
    const missing = folders.flatMap(filesOf).filter(({ module, name }) => !done.has(`${module}/${name}`))
    for (const file of missing) await run(client, file)
    return missing.map(({ module, name }) => `${module}/${name}`)
  } finally {
    await client.end()
  }
}

type File = { module: string; name: string; text: string }

const filesOf = ({ module, folder }: MigrationFolder): File[] => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  assert(names.length > 0, `the migrations of ${module} are there`)
  return names.sort().map((name) => ({ module, name, text: readFileSync(join(folder, name), 'utf8') }))
}

async function run(client: pg.Client, { module, name, text }: File): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into platform_migration (module, name) values ($1, $2)', [module, name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${module}/${name} failed`, { cause: error })
  }
}
