import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationFolders } from '../../apps/server/src/migrations.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { type Db, migrate, openDb } from '../../apps/server/src/platform/db/index.ts'
import { type Deps, openActivity } from '../../apps/server/src/platform/deps.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { type Postgres, startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { primaryReads } from '../../apps/server/src/platform/reads.ts'

export type OwnApp = {
  deps: Deps
  postgres: Postgres
  dataDir: string
  /** What the application may not do: care of the tables. */
  asOwner: <T>(work: (owner: Db) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A durable PostgreSQL in a folder of its own, with the product's schema, and deps over it for commands in process. */
export async function openOwnApp(): Promise<OwnApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palpite-bench-'))
  chmodSync(dataDir, 0o755) // as root the database runs under another account, which has to get in
  const postgres = await startPostgres({ dataDir })
  await migrate(postgres.ownerUrl, migrationFolders)
  const read = readConfig({
    NODE_ENV: 'production',
    PUBLIC_ID_SECRET: 'ids of the bench',
    LOG_SECRET: 'the key of the public log of the bench',
    LOG_LEVEL: 'warn',
    DATABASE_URL: postgres.url,
    PATIENCE_MS: '20000', // work is measured: on a busy machine a request waits instead of being put off
  })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  const db = openDb({
    url: postgres.url,
    connections: read.config.DATABASE_CONNECTIONS,
    // A lost connection fails the next query; connections that end with the database are expected.
    onLostConnection: () => {},
  })
  const deps: Deps = {
    config: read.config,
    db,
    log: openLog('warn'),
    random: systemRandom,
    metrics: openMetrics({ ofProcess: true }),
    limits: openLimits(undefined),
    activity: openActivity(),
    reads: primaryReads(db),
  }
  return {
    deps,
    postgres,
    dataDir,
    asOwner: async (work) => {
      const owner = openDb({ url: postgres.ownerUrl, connections: 1, onLostConnection: () => {} })
      try {
        return await work(owner)
      } finally {
        await owner.close()
      }
    },
    close: async () => {
      await db.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
