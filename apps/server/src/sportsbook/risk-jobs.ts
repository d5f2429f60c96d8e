import type { Deps } from '../platform/deps.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { followBets } from './feeds/index.ts'
import { markLateBets } from './risk/index.ts'
import type { SportsbookSettings } from './settings.ts'

const MARK_MS = 5000
const MOVE_MS = 2000

/** Marks bets that people should look at, and moves prices by what was bet. */
export function riskJobs(deps: Deps, readSettings: () => Promise<SportsbookSettings>): Job[] {
  const { log } = deps
  const marks = schedule({
    name: 'sportsbook.marks',
    everyMs: MARK_MS,
    log,
    run: async () => {
      const { lateBets } = await readSettings()
      const marked = await markLateBets(deps.db, lateBets)
      if (marked.length > 0)
        log.warn({ bets: marked.length }, 'bets were marked: a price of theirs fell at once')
    },
  })
  const moves = schedule({
    name: 'sportsbook.price-moves',
    everyMs: MOVE_MS,
    log,
    run: async () => {
      const moved = await followBets(deps, await readSettings())
      if (moved > 0) log.info({ outcomes: moved }, 'prices followed what was bet')
    },
  })
  return [marks, moves]
}
