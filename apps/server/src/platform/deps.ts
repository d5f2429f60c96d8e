import type { Activity } from './activity.ts'
import type { Config } from './config.ts'
import type { Db } from './db/index.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Random } from './random.ts'

/** What every command is given: nothing in it is a business word. */
export type Deps = {
  config: Config
  db: Db
  log: Log
  random: Random
  metrics: Metrics
  limits: Limits
  activity: Activity
}
