import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import { openActivity, type Deps } from '../../apps/server/src/platform/deps.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { APP_ROLE, migrate, openDb } from '../../apps/server/src/platform/db/index.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { createDatabase, dropDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import { isAlive } from '../../apps/server/src/platform/postgres/postmaster.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { primaryReads } from '../../apps/server/src/platform/reads.ts'

/** Deps over a database that nobody else uses, until it is closed. */
export type OwnDeps = { deps: Deps; close: () => Promise<void> }

const FOLDER_PREFIX = 'palpite-test-'

/** For commands outside the tests: each `open` returns deps over a new empty database; all are dropped afterwards. */
export async function withOwnDatabases<T>(work: (open: () => Promise<OwnDeps>) => Promise<T>): Promise<T> {
  const closers: (() => Promise<void>)[] = []
  try {
    const server = process.env['DATABASE_URL_TEST'] ?? (await startFleeting(closers))
    const template = `palpite_own_${process.pid}`
    closers.unshift(() => dropDatabase(server, template))
    await makeTemplate(server, template)
    const log = openLog('warn')
    return await work(() => openOwn(server, template, log))
  } finally {
    for (const close of closers) await close()
  }
}

async function openOwn(server: string, template: string, log: Deps['log']): Promise<OwnDeps> {
  const name = `palpite_own_${process.pid}_${randomBytes(4).toString('hex')}`
  await createDatabase(server, name, template)
  const url = urlAs(databaseUrl(server, name), APP_ROLE)
  const db = openDb({ url, connections: 6, onLostConnection: (error) => log.warn({ err: error }, 'lost') })
  return {
    deps: depsFor(url, { db, log }),
    close: async () => {
      await db.close()
      await dropDatabase(server, name)
    },
  }
}

/** Deps of a test: its own secrets, nothing of the environment. */
export function depsFor(
  url: string,
  { db, log, env = {} }: Pick<Deps, 'db' | 'log'> & { env?: Readonly<Record<string, string>> },
): Deps {
  const own = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PATIENCE_MS: '20000',
    PUBLIC_ID_SECRET: 'the secret of every test',
    LOG_SECRET: 'the public log of every test, no other',
    DATABASE_URL: url,
  }
  const read = readConfig({ ...own, ...env })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  return {
    config: read.config,
    db,
    reads: primaryReads(db),
    log,
    random: systemRandom,
    metrics: openMetrics(),
    limits: openLimits(undefined),
    activity: openActivity(),
  }
}

/** A database with every migration run, to be copied from. */
export async function makeTemplate(server: string, template: string): Promise<void> {
  await createDatabase(server, template)
  await migrate(databaseUrl(server, template), migrationFolders)
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  return serverUrl.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}

/** The same address for another role. */
export function urlAs(url: string, user: string): string {
  return url.replace(/^(\w+:\/\/)[^:@/]*(?=[:@])/, `$1${user}`)
}

/** A PostgreSQL in a folder of its own, which `closers` end and remove. */
export async function startFleeting(closers: (() => Promise<void>)[]): Promise<string> {
  await clearLeftovers()
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  closers.push(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return postgres.ownerUrl
}

/** A run that was killed leaves its server running; the next one ends it. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const owner = Number(name.slice(FOLDER_PREFIX.length).split('-')[0])
    const folder = join(tmpdir(), name)
    if (owner && !isAlive(owner)) await endLeftover(folder)
  }
}

async function endLeftover(folder: string): Promise<void> {
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.warn(`left ${folder} alone:`, error) // another account's, or broken: not a reason to stop this run
  }
}
