/** When the newest messages about a market's result were sent, by the feed's clock; null if none had a time. */
export type ResultTimes = {
  /** Of those that confirmed the result or reopened it. */
  resultSentAt: Date | null
  /** Of those seen live. */
  provisionalSentAt: Date | null
  /** Of those that rolled the result back. */
  reopenedSentAt: Date | null
}

/**
 * The order of a message among those applied before: `newer` than each that it must not undo, sent at the
 * `same` time, or `older`. A message without a time counts as it arrives.
 */
export type SentOrder = 'newer' | 'same' | 'older'

export function sentOrder(sentAt: Date | undefined, newest: Date | null): SentOrder {
  if (!sentAt || !newest || sentAt > newest) return 'newer'
  return sentAt < newest ? 'older' : 'same'
}

/**
 * Whether a confirmed result is old and yet unexplained: it was sent before the one that decided the market, and no rollback
 * sent since has taken it back.
 */
export const isUnexplained = (times: ResultTimes, sentAt: Date | undefined): boolean =>
  sentOrder(sentAt, times.resultSentAt) === 'older' && sentOrder(sentAt, times.reopenedSentAt) === 'newer'

/**
 * The order of a settlement. A confirmed one replaces a result seen live, whichever was sent first; a result seen live
 * replaces only one sent before it.
 */
export const settlementOrder = (
  times: Omit<ResultTimes, 'reopenedSentAt'>,
  { certainty, sentAt }: { certainty: 'provisional' | 'confirmed'; sentAt?: Date | undefined },
): SentOrder =>
  sentOrder(
    sentAt,
    certainty === 'confirmed' ? times.resultSentAt : newest(times.resultSentAt, times.provisionalSentAt),
  )

/**
 * What a rollback does: it `reopens` a result that was sent before it or in the same millisecond; it only `counts`
 * against older results if the one that stands was seen live after it; it is `repeated`, or `older` than what was
 * confirmed or reopened since. In doubt the market is open: nobody is paid.
 */
export function rollbackEffect(
  times: Omit<ResultTimes, 'reopenedSentAt'> & { certainty: string | null },
  sentAt: Date | undefined,
): 'reopens' | 'counts' | 'repeated' | 'older' {
  const { certainty, resultSentAt, provisionalSentAt } = times
  const order = sentOrder(sentAt, resultSentAt)
  if (order === 'older') return 'older'
  if (order === 'same' && certainty !== 'confirmed') return 'repeated'
  const isBeforeLive = certainty === 'provisional' && sentOrder(sentAt, provisionalSentAt) === 'older'
  return isBeforeLive ? 'counts' : 'reopens'
}

/** The later of two times; null if there is none. */
export const newest = (one: Date | null, other: Date | null): Date | null =>
  one && other && one > other ? one : (other ?? one)
