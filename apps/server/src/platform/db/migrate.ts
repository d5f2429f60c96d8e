import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assert } from '../errors.ts'
import type { Sql } from './sql.ts'

/** One module's migrations: files `0001-what-it-does.sql`, run in order and never changed afterwards. */
export type MigrationFolder = { module: string; folder: string }

const LOCK = 7_264_001
/** A table change waiting for one slow reader blocks everybody queued behind it: it waits this long, then retries. */
const LOCK_WAIT_MS = 500
const LOCK_PAUSE_MS = 500
const LOCK_PATIENCE_MS = 10 * 60_000
const LOCK_NOT_AVAILABLE = '55P03'
/** The first line of a file whose statements run one by one, as `create index concurrently` requires. */
const OUTSIDE = '-- outside of a transaction'

/** How often a concurrent start tries to get the lock. */
const TURN_EVERY_MS = 100

/**
 * Serialises concurrent server starts: what a start writes is written by one after the other. Runs `work` with a
 * function that updates the schema, and releases the lock when it settles. A server that dies releases it with its
 * connection. There is no timeout: an index on a large table may take an hour.
 *
 * The lock is polled, not waited for: a session waiting inside a statement holds a snapshot, and another start's
 * `create index concurrently` waits for every snapshot, so the two would deadlock.
 */
export async function inStartTurn<T>(
  url: string,
  work: (migrate: (folders: readonly MigrationFolder[]) => Promise<string[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'palpite start',
  })
  let lost: Error | undefined
  client.on('error', (error) => (lost = error)) // without a listener it would end the process
  await client.connect()
  try {
    while (!(await tryLock(client))) await sleep(TURN_EVERY_MS)
    const answer = await work((folders) => migrateOver(client, folders))
    if (lost)
      throw new Error('the start lost its lock: another server may have written at the same time', {
        cause: lost,
      })
    return answer
  } finally {
    await client.end()
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    LOCK,
  ])
  return rows[0]?.isOurs === true
}

/** Updates the schema and nothing else: see `migrateOver`. */
export const migrate = (url: string, folders: readonly MigrationFolder[]): Promise<string[]> =>
  inStartTurn(url, (migrateTables) => migrateTables(folders))

/**
 * Updates the schema, forward only. Folders run in the given order (lower layers first), one server at a time; each
 * file in its own transaction, while servers of the previous version keep running: nobody waits behind it longer than
 * half a second at a time. A database created by other files is refused before anything changes. The role that runs
 * them owns what they create; a role without that right passes if nothing is missing.
 */
async function migrateOver(client: pg.Client, folders: readonly MigrationFolder[]): Promise<string[]> {
  const files = folders.flatMap(filesOf)
  const done = await readDone(client)
  refuseOthers(done, files)
  const missing = files.filter((file) => !done.has(nameOf(file)))
  if (missing.length > 0) await makeReady(client, missing)
  for (const file of missing) await run(client, file)
  return missing.map(nameOf)
}

/** Prepares for migrations: a role that may create tables, the migrations table, and the application's role. */
async function makeReady(client: pg.Client, missing: readonly File[]): Promise<void> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    `select current_user as name, has_schema_privilege('public', 'create') as may`,
  )
  if (!rows[0]?.may) {
    throw new Error(
      `The database lacks ${nameOf(missing[0] as File)}, and its role ${rows[0]?.name} may not make tables: ` +
        `name the owner's address in DATABASE_OWNER_URL, for one start or one tool.`,
    )
  }
  await makeAppRole(client)
  await client.query(
    `create table if not exists platform_migration (
       module text not null, name text not null, checksum text not null,
       ran_at timestamptz not null default now(), primary key (module, name))`,
  )
}

type Done = { module: string; name: string; checksum: string }

const nameOf = ({ module, name }: { module: string; name: string }) => `${module}/${name}`

/**
 * The migrations run before, by name. Throws for a table without checksums: another version of the server made it.
 */
async function readDone(client: pg.Client): Promise<ReadonlyMap<string, Done>> {
  const { rows } = await client
    .query<Done>('select module, name, checksum from platform_migration')
    .catch((error: unknown) => {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code === UNDEFINED_TABLE) return { rows: [] }
      throw code === UNDEFINED_COLUMN ? otherVersion('it has no checksums') : error
    })
  return new Map(rows.map((row) => [nameOf(row), row]))
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/** Files never change once they ran: a database created by other files is of another version, released or not. */
function refuseOthers(done: ReadonlyMap<string, Done>, files: readonly File[]): void {
  const here = new Map(files.map((file) => [nameOf(file), file]))
  const modules = new Set(files.map(({ module }) => module))
  for (const [name, { module, checksum }] of done) {
    if (modules.has(module) && here.get(name)?.checksum !== checksum)
      throw otherVersion(`${name} is not the one here`)
  }
}

const otherVersion = (why: string) =>
  new Error(
    `The database was made by another version of Palpite, which this one cannot take over (${why}): ` +
      'start with an empty database, or another DATA_DIR.',
  )

type File = { module: string; name: string; text: string; checksum: string }

const filesOf = ({ module, folder }: MigrationFolder): File[] => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  assert(names.length > 0, `the migrations of ${module} are there`)
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { module, name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

async function run(client: pg.Client, file: File): Promise<void> {
  const isWhole = !file.text.startsWith(OUTSIDE)
  const attempt = isWhole ? runWhole : runByStatement
  const givesUpAt = Date.now() + LOCK_PATIENCE_MS
  for (;;) {
    try {
      return await attempt(client, file)
    } catch (error) {
      if (isWhole) await client.query('rollback')
      const isHeldUp = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isHeldUp || Date.now() > givesUpAt)
        throw new Error(`migration ${nameOf(file)} failed`, { cause: error })
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

async function runWhole(client: pg.Client, file: File): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
  await client.query(file.text)
  await keep(client, file)
  await client.query('commit')
}

/**
 * Statement by statement, beside readers and writers. A file that fails half-way is repeated: its statements may run
 * twice.
 */
async function runByStatement(client: pg.Client, file: File): Promise<void> {
  const statements = file.text.split(/;\s*(?:\n|$)/).filter((part) => part.replace(/--.*/g, '').trim() !== '')
  for (const statement of statements) await client.query(statement)
  await keep(client, file)
}

const keep = (client: pg.Client, { module, name, checksum }: File) =>
  client.query('insert into platform_migration (module, name, checksum) values ($1, $2, $3)', [
    module,
    name,
    checksum,
  ])

/**
 * The role that migrations grant the application's rights to. The application connects as it, or as a member. The
 * name is fixed, so that a migration can grant beside its table.
 */
export const APP_ROLE = 'palpite_app'

/** Creates the application's role in this cluster, if it is missing and the connected role may. It owns nothing. */
export async function makeAppRole(client: pg.Client): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (found.rowCount) return
  await client.query(`create role ${pg.escapeIdentifier(APP_ROLE)} login`).catch((error: unknown) => {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION) return // another start created it
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new Error(
      `The role ${APP_ROLE} is missing in the database, and the one who runs the migrations may not create it: ` +
        `have it created first (create role ${APP_ROLE} login password '…').`,
      { cause: error },
    )
  })
}

const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'
const INSUFFICIENT_PRIVILEGE = '42501'

type Rights = { name: string; mayAll: boolean; isMember: boolean }

/**
 * What is wrong with the role that the application connects as, in one sentence; undefined if it has the
 * application's rights and no more. An owner of the tables could disable what guards them.
 */
export async function wrongAppRole(sql: Sql): Promise<string | undefined> {
  const [role] = await sql<Rights[]>`
    select current_user as name,
           (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)
             or exists (select from pg_class
                         where relnamespace = 'public'::regnamespace
                           and pg_has_role(current_user, relowner, 'member')) as "mayAll",
           pg_has_role(current_user, ${APP_ROLE}, 'usage') as "isMember"`
  if (!role) return undefined
  if (role.mayAll) {
    return (
      `The role ${role.name} of DATABASE_URL owns the tables or rules the cluster, so nothing keeps it from rewriting what ` +
      `happened: connect as ${APP_ROLE}, and name the owner's address in DATABASE_OWNER_URL.`
    )
  }
  return role.isMember
    ? undefined
    : `The role ${role.name} of DATABASE_URL has no rights here: grant ${APP_ROLE} to it.`
}
