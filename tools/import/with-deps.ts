import { resolve } from 'node:path'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { migrate, openDb } from '../../apps/server/src/platform/db/index.ts'
import { type Deps, openActivity } from '../../apps/server/src/platform/deps.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { primaryReads } from '../../apps/server/src/platform/reads.ts'

const CONNECTIONS = 4
/** Nobody waits for the answer: long work must not fail because the machine was busy for seconds. */
const PATIENCE_MS = 10 * 60_000

type Options = {
  /** `false` for a disposable database: no fsync. */
  durable?: boolean
}

/**
 * Runs work on the app's database, with the server running or not: the one of DATABASE_URL, else our own, started for
 * the duration if needed.
 */
export async function withDeps<T>(
  env: Readonly<Record<string, string | undefined>>,
  work: (deps: Deps) => Promise<T>,
  { durable = true }: Options = {},
): Promise<T> {
  const root = resolve(import.meta.dirname, '../..')
  const dataDir = resolve(root, env['DATA_DIR'] || '.data')
  const own = env['DATABASE_URL'] ? undefined : await startPostgres({ dataDir, durable })
  const url = own?.url ?? env['DATABASE_URL']
  const ownerUrl = own?.ownerUrl ?? env['DATABASE_OWNER_URL']
  try {
    const read = readConfig({ ...env, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir })
    if (!read.ok) throw new Error(read.sentences.join('; '))
    await migrate(read.config.DATABASE_OWNER_URL ?? read.config.DATABASE_URL, migrationFolders)
    return await withOpenDeps(read.config, work)
  } finally {
    if (own && !own.attached) await own.stop()
  }
}

async function withOpenDeps<T>(config: Deps['config'], work: (deps: Deps) => Promise<T>): Promise<T> {
  const log = openLog('warn')
  const db = openDb({
    url: config.DATABASE_URL,
    connections: CONNECTIONS,
    patienceMs: PATIENCE_MS,
    onLostConnection: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  })
  try {
    const parts = {
      random: systemRandom,
      metrics: openMetrics(),
      limits: openLimits(undefined),
      activity: openActivity(),
      reads: primaryReads(db),
    }
    return await work({ config, db, log, ...parts })
  } finally {
    await db.close()
  }
}

/** An error in one line, with its cause. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}${error.cause === undefined ? '' : `: ${wordsOf(error.cause)}`}`
    : String(error)
