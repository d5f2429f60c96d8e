import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import { openActivity } from '../../apps/server/src/platform/deps.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { primaryReads } from '../../apps/server/src/platform/reads.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { openRewards } from '../../apps/server/src/rewards/index.ts'

// A separate process that pays the commission of all past days, and ends: what a chaos test kills.
const read = readConfig({ ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'silent' })
if (!read.ok) throw new Error(read.sentences.join('; '))
const { config } = read
const db = openDb({
  url: config.DATABASE_URL,
  connections: 4,
  onLostConnection: () => {},
  patienceMs: 60_000,
  statementMs: 60_000,
})
const deps = {
  config,
  db,
  log: openLog('silent'),
  random: systemRandom,
  metrics: openMetrics(),
  limits: openLimits(undefined),
  activity: openActivity(),
  reads: primaryReads(db),
}
process.send?.('ready')
const startedAt = performance.now()
await openRewards(deps, { policy: policyOf({ COMPLIANCE_PROFILE: 'spec' }) }).payCommission()
process.send?.({ ms: performance.now() - startedAt })
await db.close()
process.disconnect?.()
