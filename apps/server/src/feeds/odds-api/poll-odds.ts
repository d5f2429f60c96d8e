import { present } from '../../platform/errors.ts'
import type { Config } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectClock, type SportsbookSettings } from '../../sportsbook/index.ts'
import { feedMetrics, openIntake } from '../intake/open-intake.ts'
import { claimPoll, notePoll, type Polling } from '../queries.ts'
import { readAnswer } from '../read-answer.ts'
import { MAX_ANSWER, readOddsApiIncoming } from './read-games.ts'

const PATIENCE_MS = 10_000
const LEASE_SECONDS = 120

/** Whether an account is configured. */
export const canPollOdds = ({ ODDS_API_URL, ODDS_API_KEY }: Config): boolean =>
  ODDS_API_URL !== undefined && ODDS_API_KEY !== undefined

/**
 * Polls The Odds API for each configured sport when due, one server for all. Prices go through the intake as for any
 * feed; a refused account, an exhausted quota and an unreachable address are waited out and logged. Returns how many
 * polls succeeded; undefined if none was due.
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
        if (!isSuccess(polled)) {
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
    if (!answer.ok) {
      await answer.body?.cancel()
      return { status: answer.status, quotaLeft, text: '' }
    }
    const text = await readAnswer(answer, MAX_ANSWER)
    return { status: text === undefined ? 0 : answer.status, quotaLeft, text: text ?? '' }
  } catch {
    return { status: 0, quotaLeft: undefined, text: '' } // the caller logs the missing answer
  }
}

/** The result of one poll: the HTTP status (0 without an answer, or with one that is too long), and the remaining monthly quota. */
type Polled = { readonly status: number; readonly quotaLeft: number | undefined }

/**
 * A price is valid for a quarter of an hour (`staleSeconds`): polling more than once a minute would rarely
 * change it.
 */
const POLL_SECONDS = 60
const MAX_BACK_OFF_SECONDS = 15 * 60
/** A rejected key or exhausted quota does not recover at once. */
const REFUSED_SECONDS = 60 * 60
/** Polls reserved for an operator. */
const QUOTA_RESERVE = 10

const isSuccess = ({ status }: Polled): boolean => status >= 200 && status < 300

/**
 * The next state and delay in seconds: as often as the quota lasts to the end of its month (UTC), later and later
 * while polls fail, after an hour if the account is refused. Prices polled too rarely lock by themselves.
 */
export function afterPoll(before: Polling, polled: Polled, at: Date): Polling & { waitSeconds: number } {
  const quotaLeft = polled.quotaLeft ?? before.quotaLeft
  if (isSuccess(polled)) return { failures: 0, quotaLeft, waitSeconds: paceOf(quotaLeft, at) }
  const failures = before.failures + 1
  const isRefused = polled.status === 401 || polled.status === 403
  const backOff = Math.min(MAX_BACK_OFF_SECONDS, POLL_SECONDS * 2 ** Math.min(failures - 1, 10))
  return { failures, quotaLeft, waitSeconds: isRefused ? REFUSED_SECONDS : backOff }
}

function paceOf(quotaLeft: number | null, at: Date): number {
  if (quotaLeft === null) return POLL_SECONDS
  const spare = quotaLeft - QUOTA_RESERVE
  if (spare <= 0) return REFUSED_SECONDS
  const monthEnds = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
  return Math.max(POLL_SECONDS, Math.ceil((monthEnds - at.getTime()) / 1000 / spare))
}
