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
/** A change of a table that waits for one slow reader holds up all who come behind it: for so long, and tries again. */
const LOCK_WAIT_MS = 500
const LOCK_PAUSE_MS = 500
const LOCK_PATIENCE_MS = 10 * 60_000
const LOCK_NOT_AVAILABLE = '55P03'
/** How a file begins whose statements run one by one, as `create index concurrently` has to. */
const OUTSIDE = '-- outside of a transaction'

/** How often a start that is not alone asks for its turn. */
const TURN_EVERY_MS = 100

/**
 * Takes the turn of one server among those that start at once: what a start writes is written by one after the other. Runs
 * `work` with what brings the schema up to date, and lets the next one in once it has settled. A server that dies lets go with
 * its connection. There is no patience to lose: an index of a large table may take the one before an hour.
 *
 * Asked for again and again rather than waited for: a session that waits in a statement holds a snapshot, and
 * `create index concurrently` of the one before waits for every snapshot, so the two would wait for each other.
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
    while (!(await takesLock(client))) await sleep(TURN_EVERY_MS)
    const answer = await work((folders) => migrateOver(client, folders))
    if (lost)
      throw new Error('the start lost its turn: another server may have written beside it', { cause: lost })
    return answer
  } finally {
    await client.end()
  }
}

async function takesLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    LOCK,
  ])
  return rows[0]?.isOurs === true
}

/** Brings the schema up to date and does nothing besides: see `migrateOver`. */
export const migrate = (url: string, folders: readonly MigrationFolder[]): Promise<string[]> =>
  inStartTurn(url, (migrateTables) => migrateTables(folders))

/**
 * Brings the schema up to date, forward only. Folders run in the order given (lower layers first), in the turn of one
 * server; each file in a transaction of its own, beside servers of the version before, which go on meanwhile: nobody waits
 * behind it for longer than half a second at a time. A database that was made by other files than these is refused before
 * anything is changed. Whoever runs them owns what they make; a role that may not make tables passes where nothing is missing.
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

/** What migrations build on: somebody who may make tables, the table of what ran, and the role that rights are given to. */
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

/** What ran here before, by name. A table without checksums was made by a version that kept none. */
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

/** Files are never changed once they ran: a database made by others is another version's, released or not. */
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

/** Index by index, each beside those who read and write. What fails half-way begins anew: its statements may run twice. */
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
 * The role that migrations grant the application's rights to. The application connects as it, or as a member of it. The
 * name is fixed, so that a migration can say beside a table what may be done to it.
 */
export const APP_ROLE = 'palpite_app'

/** Makes the application's role in this cluster, where it is missing and the one who connects may. It owns nothing. */
export async function makeAppRole(client: pg.Client): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (found.rowCount) return
  await client.query(`create role ${pg.escapeIdentifier(APP_ROLE)} login`).catch((error: unknown) => {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION) return // another start was faster
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
 * What is wrong with the role that the application connects as, in one sentence; nothing when it has the rights of the
 * application and no more. Whoever owns the tables may switch off what guards them.
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
