import type { Limit } from '../../../shared/limits.ts'

/**
 * What saving a wished limit would do. Without a request that waits: nothing (`same`), hold at once, or ask for it. Where
 * one waits: hold at once in its place, ask in its place, confirm it since its wait is over, leave it waiting as it is what
 * was asked, or give it up for the limit there is.
 */
export type LimitChange =
  | 'same'
  | 'holds'
  | 'asks'
  | 'holdsInstead'
  | 'asksInstead'
  | 'confirms'
  | 'waits'
  | 'givesUp'

type Present = Pick<Limit, 'amount'> & {
  pending: Pick<NonNullable<Limit['pending']>, 'amount' | 'isDue'> | null
}

/** What it would do to wish for this limit; null is none. The server decides; this is what it will do. */
export const changeOf = ({ amount, pending }: Present, wished: number | null): LimitChange => {
  if (wished === amount) return pending ? 'givesUp' : 'same'
  const isLooser = amount !== null && (wished === null || wished > amount)
  if (!isLooser) return pending ? 'holdsInstead' : 'holds'
  if (!pending) return 'asks'
  if (pending.amount !== wished) return 'asksInstead'
  return pending.isDue ? 'confirms' : 'waits'
}

/** The minutes that a period has at most: what a limit of time cannot be above. */
export const minutesIn: Readonly<Record<Limit['period'], number>> = {
  day: 1440,
  week: 7 * 1440,
  month: 31 * 1440,
}
