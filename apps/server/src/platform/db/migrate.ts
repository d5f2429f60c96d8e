import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { assert } from '../assert.ts'

/** One room's migrations: files `0001-what-it-does.sql`, run in order and never changed afterwards. */
export type MigrationFolder = { room: string; folder: string }

const LOCK = 7_264_001

/**
 * Brings the schema up to date, forward only. Folders run in the order given (lower floors first), under an
 * advisory lock, so that several servers may start at once; each file in a transaction of its own.
 */
export async function migrate(url: string, folders: readonly MigrationFolder[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists platform_migration (
         room text not null, name text not null, ran_at timestamptz not null default now(),
         primary key (room, name))`,
    )
    const { rows } = await client.query<{ room: string; name: string }>(
      'select room, name from platform_migration',
    )
    const done = new Set(rows.map(({ room, name }) => `${room}/${name}`))
    const missing = folders.flatMap(filesOf).filter(({ room, name }) => !done.has(`${room}/${name}`))
    for (const file of missing) await run(client, file)
    return missing.map(({ room, name }) => `${room}/${name}`)
  } finally {
    await client.end()
  }
}

type File = { room: string; name: string; text: string }

const filesOf = ({ room, folder }: MigrationFolder): File[] => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  assert(names.length > 0, `the migrations of ${room} are there`)
  return names.sort().map((name) => ({ room, name, text: readFileSync(join(folder, name), 'utf8') }))
}

async function run(client: pg.Client, { room, name, text }: File): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into platform_migration (room, name) values ($1, $2)', [room, name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${room}/${name} failed`, { cause: error })
  }
}
