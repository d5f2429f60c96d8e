import type { Deps } from '../platform/deps.ts'
import { on } from '../platform/events.ts'
import { listenToOutbox } from '../platform/outbox.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { betPlaced } from './events.ts'
import { movePricesByLiability, claimPriceMoveRun } from './updates/index.ts'
import { markBets, markLate, marksCounter } from './risk/index.ts'
import type { SportsbookSettings } from './settings.ts'

const MARK_MS = 5000
const MOVE_MS = 2000
/** A beat comes a little early or late: whoever took the last look is not to miss the next one for it. */
const BEAT_LATE_MS = 200

/** Marks bets that people should look at, and moves prices by what was bet. */
export function riskJobs(deps: Deps, readSettings: () => Promise<SportsbookSettings>): Job[] {
  const { log } = deps
  const marks = schedule({
    name: 'sportsbook.marks',
    everyMs: MARK_MS,
    log,
    run: async () => markLate(deps, await readSettings()),
  })
  marksCounter(deps.metrics) // there from the start, at 0
  const reader = listenToOutbox({
    db: deps.db,
    log,
    name: 'sportsbook.marks',
    handlers: [
      on(betPlaced, async (tx, events) => {
        const betIds = events.map(({ betId }) => betId)
        await markBets(deps, tx, { betIds, rules: await readSettings() })
      }),
    ],
  })
  const moves = schedule({
    name: 'sportsbook.price-moves',
    everyMs: MOVE_MS,
    log,
    run: async () => {
      if (!(await claimPriceMoveRun(deps.db, MOVE_MS - BEAT_LATE_MS))) return
      const moved = await movePricesByLiability(deps, await readSettings())
      if (moved > 0) log.info({ outcomes: moved }, 'prices followed what was bet')
    },
  })
  return [marks, moves, { wake: () => undefined, stop: reader.stop }]
}
