import type { Deps } from '../platform/deps.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import {
  cancelUnplayed,
  canPollOdds,
  clearMoments,
  fillCalendar,
  fillHistory,
  fillOutrights,
  keepFeeds,
  openOddsPoll,
  playDue,
  simulatorPlays,
} from './feeds/index.ts'
import { clearBuilders } from './betting/index.ts'
import { riskJobs } from './risk-jobs.ts'
import { unsettledCounter } from './settlement/index.ts'
import type { SportsbookSettings } from './settings.ts'

const BEAT_MS = 500
const SETTLE_MS = 1000
const HEALTH_MS = 5000
const POLL_MS = 5000
const CALENDAR_MS = 10 * 60_000
const HISTORY_MS = 60_000
const CLEAR_MS = 60_000

/** Settles what is decided; sells bets at the level of their players; clears bet builders that nobody bet on and courses of matches of long ago; keeps the health of feeds; plays and fills the simulator's calendar, or cancels what it left where it is switched off. */
export function sportsbookJobs(
  deps: Deps,
  readSettings: () => Promise<SportsbookSettings>,
  { settle: settleDecided, watchRules }: { settle: () => Promise<number>; watchRules: () => Promise<number> },
): Job[] {
  const { log } = deps
  unsettledCounter(deps.metrics) // there from the start, at 0
  const settle = schedule({
    name: 'sportsbook.settle',
    everyMs: SETTLE_MS,
    log,
    run: async () => {
      const changed = await settleDecided()
      if (changed > 0) log.info({ bets: changed }, 'bets settled')
    },
  })
  const health = schedule({
    name: 'sportsbook.feed-health',
    everyMs: HEALTH_MS,
    log,
    run: async () => {
      const { feedSilenceSeconds } = await readSettings()
      const stopped = await keepFeeds(deps, feedSilenceSeconds)
      if (stopped > 0) log.warn({ fixtures: stopped }, 'betting was stopped where a feed is silent')
    },
  })
  const rules = schedule({
    name: 'sportsbook.cash-out-rules',
    everyMs: SETTLE_MS,
    log,
    run: async () => {
      const sold = await watchRules()
      if (sold > 0) log.info({ bets: sold }, 'bets sold at the level of their players')
    },
  })
  const clear = clearJob(deps)
  const risk = riskJobs(deps, readSettings)
  const polls = canPollOdds(deps.config) ? [pollJob(deps, readSettings)] : []
  if (!simulatorPlays(deps.config)) {
    const cancel = schedule({
      name: 'sportsbook.cancel-unplayed',
      everyMs: CALENDAR_MS,
      log,
      run: async () => {
        const cancelled = await cancelUnplayed(deps)
        if (cancelled > 0) log.warn({ matches: cancelled }, 'simulated matches were cancelled, not played')
      },
    })
    return [cancel, clear, health, settle, rules, ...risk, ...polls]
  }
  const play = schedule({
    name: 'sportsbook.play',
    everyMs: BEAT_MS,
    log,
    run: async () => {
      if ((await playDue(deps, await readSettings())) > 0) settle.wake()
    },
  })
  const calendar = schedule({
    name: 'sportsbook.calendar',
    everyMs: CALENDAR_MS,
    log,
    run: async () => fillCalendar(deps, await readSettings()),
  })
  const history = schedule({
    name: 'sportsbook.history',
    everyMs: HISTORY_MS,
    log,
    run: async () => {
      const added = await fillHistory(deps)
      if (added > 0) log.info({ matches: added }, 'results of an earlier day were added')
    },
  })
  const outrights = schedule({
    name: 'sportsbook.outrights',
    everyMs: HISTORY_MS,
    log,
    run: async () => fillOutrights(deps, await readSettings()),
  })
  return [play, calendar, history, outrights, clear, health, settle, rules, ...risk, ...polls]
}

/** Clears away bet builders that nobody bet on, and how matches of long ago came to stand as they did. */
function clearJob({ db, log }: Deps): Job {
  return schedule({
    name: 'sportsbook.clear',
    everyMs: CLEAR_MS,
    log,
    run: async () => {
      const builders = await clearBuilders(db)
      const moments = await clearMoments(db)
      if (builders + moments > 0)
        log.info(
          { builders, moments },
          'bet builders that nobody bet on, and old courses of matches, were cleared away',
        )
    },
  })
}

/** Looks whether a poll is due; when it is, is said in the database, for all servers. */
function pollJob(deps: Deps, readSettings: () => Promise<SportsbookSettings>): Job {
  const { poll, stop } = openOddsPoll(deps, readSettings)
  const job = schedule({
    name: 'sportsbook.poll-odds',
    everyMs: POLL_MS,
    log: deps.log,
    run: async () => void (await poll()),
  })
  return {
    wake: job.wake,
    stop: async () => {
      await job.stop()
      await stop()
    },
  }
}
