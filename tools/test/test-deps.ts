import { readConfig } from '../../apps/server/src/platform/config.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { systemRandom } from '../../apps/server/src/platform/random.ts'
import { freshDatabase } from './database.ts'

/** Deps over a fresh database of its own, for tests of commands. Close it in `afterAll`. */
export async function openTestDeps(
  env: Readonly<Record<string, string>> = {},
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const database = await freshDatabase({ connections: 10 })
  const own = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PATIENCE_MS: '20000',
    PUBLIC_ID_SECRET: 'the secret of every test',
    LOG_SECRET: 'the public log of every test, no other',
    DATABASE_URL: database.url,
  }
  const read = readConfig({ ...own, ...env })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  const deps: Deps = {
    config: read.config,
    db: database.db,
    log: openLog('silent'),
    random: systemRandom,
    metrics: openMetrics(),
    limits: openLimits(undefined),
  }
  return { deps, close: database.drop }
}
