/** What came of one poll: the answer's status (0 where there was none), and what the account may still ask this month. */
export type Polled = { readonly status: number; readonly quotaLeft: number | undefined }

/** How the polls go: how many failed one after the other, and what was left of the quota when it was said last. */
export type Polling = { readonly failures: number; readonly quotaLeft: number | null }

/** A price is good for a quarter of an hour (feeds/table.ts): asked for more often than each minute it would seldom be another. */
const POLL_SECONDS = 60
const MAX_BACK_OFF_SECONDS = 15 * 60
/** A key that is not taken, or a quota that is used up, is no other an instant later. */
const REFUSED_SECONDS = 60 * 60
/** Polls that are left alone, for an operator's own. */
const QUOTA_RESERVE = 10

export const isTaken = ({ status }: Polled): boolean => status >= 200 && status < 300

/**
 * How it goes on, and after how many seconds to ask again: as often as the quota lasts to the end of its month (UTC), later and
 * later while polls fail, after an hour where the account is refused. Prices that are asked for too seldom lock by themselves.
 */
export function afterPoll(before: Polling, polled: Polled, at: Date): Polling & { waitSeconds: number } {
  const quotaLeft = polled.quotaLeft ?? before.quotaLeft
  if (isTaken(polled)) return { failures: 0, quotaLeft, waitSeconds: paceOf(quotaLeft, at) }
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
