import type { Config } from './config.ts'
import type { Db } from './db/index.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Random } from './crypto.ts'
import type { Reads } from './reads.ts'

/** What every command receives; nothing of the business. */
export type Deps = {
  config: Config
  db: Db
  /** Reads that may be a moment old, from a replica where there is one. */
  reads: Reads
  log: Log
  random: Random
  metrics: Metrics
  limits: Limits
  activity: Activity
}

/** Players who were active without a call of their own: a studio's debit, a bet decided after its delay. */
export type Activity = {
  /** Records that a player is active now. In memory only: no stake waits for it. */
  add: (playerId: number) => void
  /** Takes the players recorded since the last time, each once. */
  drain: () => number[]
}

/**
 * Opens the record of one process. At most one entry per player, emptied once a minute by the write of used sessions;
 * what is recorded when the process dies is lost.
 */
export function openActivity(): Activity {
  let active = new Set<number>()
  return {
    add: (playerId) => void active.add(playerId),
    drain: () => {
      const drained = [...active]
      active = new Set()
      return drained
    },
  }
}
