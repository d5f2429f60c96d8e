import type { Config } from './config.ts'
import type { Db } from './db/index.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Random } from './crypto.ts'

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

/** Players who were active without a call of their own: the debit of a studio, a bet decided after its delay. */
export type Activity = {
  /** Notes that a player is active now. In memory alone: no stake waits for it. */
  add: (playerId: number) => void
  /** Takes the players noted since the last time, each once. */
  drain: () => number[]
}

/**
 * Opens the notes of one process. At most one entry a player, emptied by the writing of sessions in use once a minute; what is
 * noted when the process dies is lost.
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
