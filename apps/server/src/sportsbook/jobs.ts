import type { Deps } from '../platform/deps.ts'
import { on } from '../platform/events.ts'
import { listenToOutbox } from '../platform/outbox.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { clearBuilders } from './betting/builders.ts'
import { betPlaced } from './events.ts'
import { flagBets, flagLateBets, reviewFlagsCounter } from './risk/flag-bets.ts'
import { unsettledCounter } from './settlement/settle-fixtures.ts'
import type { SportsbookSettings } from './settings.ts'
import { claimPriceMoveRun } from './updates/trading-queries.ts'
import { endMootWindows } from './settlement/late-windows.ts'
import { clearMoments } from './updates/apply-plays.ts'
import { endHandPricesInTime, movePricesByLiability } from './updates/trading.ts'

const SETTLE_MS = 1000
const CLEAR_MS = 60_000
const FLAG_EVERY_MS = 5000
const MOVE_MS = 2000
/** Intervals vary slightly: without this allowance the server of the last run could miss the next one. */
const BEAT_LATE_MS = 200

/** Settles what is decided, each second or when woken. */
export function settleJob({ log, metrics }: Deps, settleDecided: () => Promise<number>): Job {
  unsettledCounter(metrics) // created at the start, at 0
  return schedule({
    name: 'sportsbook.settle',
    everyMs: SETTLE_MS,
    log,
    run: async () => {
      const changed = await settleDecided()
      if (changed > 0) log.info({ bets: changed }, 'bets settled')
    },
  })
}

/**
 * Cashes out bets at their triggers; flags bets for review and moves prices by stakes; deletes unused bet
 * builders and old moments of matches.
 */
export function sportsbookJobs(
  deps: Deps,
  readSettings: () => Promise<SportsbookSettings>,
  watchRules: () => Promise<number>,
): Job[] {
  const { log } = deps
  const rules = schedule({
    name: 'sportsbook.cash-out-rules',
    everyMs: SETTLE_MS,
    log,
    run: async () => {
      const sold = await watchRules()
      if (sold > 0) log.info({ bets: sold }, 'bets cashed out at the triggers of their players')
    },
  })
  return [rules, clearJob(deps), ...riskJobs(deps, readSettings)]
}

/** Deletes unused bet builders and old moments of matches, and ends late windows of which nothing is left to decide. */
function clearJob({ db, log }: Deps): Job {
  return schedule({
    name: 'sportsbook.clear',
    everyMs: CLEAR_MS,
    log,
    run: async () => {
      const builders = await clearBuilders(db)
      const moments = await clearMoments(db)
      if (builders + moments > 0)
        log.info({ builders, moments }, 'deleted unused bet builders and old match courses')
      const windows = await endMootWindows(db)
      if (windows > 0) log.info({ windows }, 'ended late windows of which nothing was left to decide')
    },
  })
}

/** Flags bets for review, moves prices by stakes, and ends prices by hand whose time is over. */
function riskJobs(deps: Deps, readSettings: () => Promise<SportsbookSettings>): Job[] {
  const { log } = deps
  const flagging = schedule({
    name: 'sportsbook.marks',
    everyMs: FLAG_EVERY_MS,
    log,
    run: async () => flagLateBets(deps, await readSettings()),
  })
  reviewFlagsCounter(deps.metrics) // created at the start, at 0
  const reader = listenToOutbox({
    db: deps.db,
    log,
    name: 'sportsbook.marks',
    handlers: [
      on(betPlaced, async (tx, events) => {
        const betIds = events.map(({ betId }) => betId)
        await flagBets(deps, tx, { betIds, rules: await readSettings() })
      }),
    ],
  })
  const moves = schedule({
    name: 'sportsbook.price-moves',
    everyMs: MOVE_MS,
    log,
    run: async () => {
      if (!(await claimPriceMoveRun(deps.db, MOVE_MS - BEAT_LATE_MS))) return
      const ended = await endHandPricesInTime(deps)
      if (ended > 0) log.info({ fixtures: ended }, 'prices by hand ended')
      const moved = await movePricesByLiability(deps, await readSettings())
      if (moved > 0) log.info({ outcomes: moved }, 'prices followed the stakes')
    },
  })
  return [flagging, moves, { wake: () => undefined, stop: reader.stop }]
}
