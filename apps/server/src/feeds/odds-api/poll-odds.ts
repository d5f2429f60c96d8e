import { present } from '../../platform/assert.ts'
import type { Config } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectClock, type SportsbookSettings } from '../../sportsbook/index.ts'
import { feedMetrics } from '../intake/feed-metrics.ts'
import { openIntake } from '../intake/open-intake.ts'
import { afterPoll, isTaken, type Polled } from './poll-rules.ts'
import { claimPoll, notePoll } from './queries.ts'
import { readOddsApiIncoming } from './read-incoming.ts'

const PATIENCE_MS = 10_000
const LEASE_SECONDS = 120
/** More than two thousand games with thirty bookmakers each. */
const MAX_ANSWER = 40_000_000

/** Whether there is an account to poll. */
export const canPollOdds = ({ ODDS_API_URL, ODDS_API_KEY }: Config): boolean =>
  ODDS_API_URL !== undefined && ODDS_API_KEY !== undefined

/**
 * Polls The Odds API for each of its sports that was named, once that is due, one server for all. Prices go through the
 * intake like those of any feed; an account that is refused, a quota that runs out and an address that is down are waited
 * out and logged. Answers how many polls were answered; nothing where none was due.
 */
export function openOddsPoll(deps: Deps, readSettings: () => Promise<SportsbookSettings>) {
  const intake = openIntake(deps, { feed: 'odds_api' })
  const { quota } = feedMetrics(deps.metrics)
  return {
    poll: async (): Promise<number | undefined> => {
      const before = await claimPoll(deps.db, LEASE_SECONDS)
      if (!before) return undefined
      let answered = 0
      let polling = { ...before, waitSeconds: 0 }
      for (const sport of deps.config.ODDS_API_SPORTS.split(',')) {
        const { text, ...polled } = await ask(deps.config, sport)
        polling = afterPoll(polling, polled, await selectClock(deps.db))
        if (!isTaken(polled)) {
          deps.log.warn({ feed: 'odds_api', sport, status: polled.status }, 'a poll for prices failed')
          break
        }
        await intake.receive(readOddsApiIncoming(text, await readSettings()))
        answered += 1
      }
      await intake.drained()
      if (polling.quotaLeft !== null) quota.set({ feed: 'odds_api' }, polling.quotaLeft)
      await notePoll(deps.db, polling)
      return answered
    },
    stop: () => intake.stop(),
  }
}

async function ask(config: Config, sport: string): Promise<Polled & { text: string }> {
  const base = present(config.ODDS_API_URL, 'ODDS_API_URL').replace(/\/$/, '')
  const query = new URLSearchParams({
    apiKey: present(config.ODDS_API_KEY, 'ODDS_API_KEY'),
    regions: 'eu',
    markets: 'h2h,spreads,totals',
    oddsFormat: 'decimal',
  })
  try {
    const answer = await fetch(`${base}/v4/sports/${encodeURIComponent(sport)}/odds?${query.toString()}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const left = answer.headers.get('x-requests-remaining')
    const quotaLeft = left !== null && /^\d{1,9}$/.test(left) ? Number(left) : undefined
    const isTooLong = Number(answer.headers.get('content-length') ?? 0) > MAX_ANSWER
    if (!answer.ok || isTooLong) {
      await answer.body?.cancel()
      return { status: isTooLong ? 0 : answer.status, quotaLeft, text: '' }
    }
    return { status: answer.status, quotaLeft, text: await answer.text() }
  } catch {
    return { status: 0, quotaLeft: undefined, text: '' } // the caller logs that it was not answered
  }
}
