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

/** Keeps the health of feeds and polls those that answer; plays and fills the simulator's calendar, or cancels what it left where it is switched off. */
export function feedJobs(deps: Deps, { readSettings, settleSoon }: Needs): Job[] {
  const { log } = deps
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
      if (added > 0) log.info({ matches: added }, 'results of an earlier day were added')
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

/** Looks whether a poll is due; when it is, is said in the database, for all servers. */
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
 * Keeps the health of every feed: silent producers are stopped, stale prices locked, what was missed is asked for where the
 * feed's keys are there. Answers how many fixtures were stopped.
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
