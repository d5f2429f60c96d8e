import { simulatorPlays } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import type { Sportsbook } from '../sportsbook/index.ts'
import { keepHealth } from './intake/producers.ts'
import { canPollOdds, openOddsPoll } from './odds-api/poll-odds.ts'
import { cancelUnplayed, playDue } from './simulator/play-due.ts'
import { fillCalendar, fillHistory } from './simulator/calendar.ts'
import { fillOutrights } from './simulator/outrights.ts'
import { FEEDS } from './table.ts'

const BEAT_MS = 500
const HEALTH_MS = 5000
const POLL_MS = 5000
const CALENDAR_MS = 10 * 60_000
const HISTORY_MS = 60_000

type Needs = Pick<Sportsbook, 'readSettings' | 'settleSoon'>

/**
 * Monitors feed health and polls feeds; fills and plays the simulator's calendar, or cancels its remaining matches if
 * it is switched off.
 */
export function feedJobs(deps: Deps, { readSettings, settleSoon }: Needs): Job[] {
  const { log } = deps
  const health = schedule({
    name: 'sportsbook.feed-health',
    everyMs: HEALTH_MS,
    log,
    run: async () => {
      const { feedSilenceSeconds } = await readSettings()
      const stopped = await keepFeeds(deps, feedSilenceSeconds)
      if (stopped > 0) log.warn({ fixtures: stopped }, 'stopped betting on a silent feed')
    },
  })
  const polls = canPollOdds(deps.config) ? [pollJob(deps, readSettings)] : []
  if (!simulatorPlays(deps.config)) {
    const cancel = schedule({
      name: 'sportsbook.cancel-unplayed',
      everyMs: CALENDAR_MS,
      log,
      run: async () => {
        const cancelled = await cancelUnplayed(deps)
        if (cancelled > 0)
          log.warn({ matches: cancelled }, 'cancelled simulated matches that will not be played')
      },
    })
    return [cancel, health, ...polls]
  }
  const play = schedule({
    name: 'sportsbook.play',
    everyMs: BEAT_MS,
    log,
    run: async () => {
      if ((await playDue(deps, await readSettings())) > 0) settleSoon()
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
      if (added > 0) log.info({ matches: added }, 'added results of an earlier day')
    },
  })
  const outrights = schedule({
    name: 'sportsbook.outrights',
    everyMs: HISTORY_MS,
    log,
    run: async () => fillOutrights(deps, await readSettings()),
  })
  return [play, calendar, history, outrights, health, ...polls]
}

/** Runs a poll if one is due; the database says when, for all servers. */
function pollJob(deps: Deps, readSettings: Needs['readSettings']): Job {
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

/**
 * Monitors every feed: stops silent producers, locks stale prices, and requests recovery if the feed's keys are
 * configured. Returns how many fixtures were stopped.
 */
export async function keepFeeds(deps: Deps, silenceSeconds: number): Promise<number> {
  let stopped = 0
  for (const { list, recover, needs, ...feed } of FEEDS) {
    const hasKeys = needs.every((name) => deps.config[name] !== undefined)
    const kept = {
      ...feed,
      list: hasKeys ? list?.(deps.config) : undefined,
      recover: hasKeys ? recover?.(deps.config) : undefined,
    }
    stopped += await keepHealth(deps, kept, silenceSeconds)
  }
  return stopped
}
