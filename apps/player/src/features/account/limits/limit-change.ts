import type { Limit } from '../../../shared/limits.ts'

/**
 * The effect of saving a limit. Without a pending request: nothing (`same`), apply at once, or request. With one:
 * apply at once instead, request instead, confirm after its wait, keep waiting, or cancel it for the current limit.
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

/** The effect of requesting this limit; null removes it. The server decides; this predicts it. */
export const changeOf = ({ amount, pending }: Present, wished: number | null): LimitChange => {
  if (wished === amount) return pending ? 'givesUp' : 'same'
  const isLooser = amount !== null && (wished === null || wished > amount)
  if (!isLooser) return pending ? 'holdsInstead' : 'holds'
  if (!pending) return 'asks'
  if (pending.amount !== wished) return 'asksInstead'
  return pending.isDue ? 'confirms' : 'waits'
}

/** The minutes of a period: the maximum of a time limit. */
export const minutesIn: Readonly<Record<Limit['period'], number>> = {
  day: 1440,
  week: 7 * 1440,
  month: 31 * 1440,
}
