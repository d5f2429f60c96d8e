import { readConfig } from '../../apps/server/src/platform/config.ts'
import type { House } from '../../apps/server/src/platform/house.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { systemRandom } from '../../apps/server/src/platform/random.ts'
import { freshDatabase } from './database.ts'

/** A house over a fresh database of its own, for tests of deeds. Close it in `afterAll`. */
export async function openTestHouse(
  env: Readonly<Record<string, string>> = {},
): Promise<{ house: House; close: () => Promise<void> }> {
  const database = await freshDatabase({ connections: 10 })
  const read = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: database.url, ...env })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  const house: House = {
    config: read.config,
    db: database.db,
    log: openLog('silent'),
    random: systemRandom,
    metrics: openMetrics(),
    limits: openLimits(undefined),
  }
  return { house, close: database.drop }
}
