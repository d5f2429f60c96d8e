/** A queue's size and longest wait. `isMore`: there are further pages. */
export type Queue = { count: number; isMore: boolean; oldestAt: string | undefined }

type Page<Row> = { items: readonly Row[]; nextCursor: string | null }

/** A queue from a list's first page, by each row's waiting time. */
export function queueOf<Row>({ items, nextCursor }: Page<Row>, sinceOf: (row: Row) => string | null): Queue {
  const since = items.flatMap((row) => sinceOf(row) ?? [])
  return { count: items.length, isMore: nextCursor !== null, oldestAt: since.toSorted()[0] }
}

const HOUR_MS = 3_600_000

/** A queue's urgency: empty, fine, or overdue. */
export const urgencyOf = (
  { count, oldestAt }: Queue,
  now: number,
  patienceHours: number,
): 'none' | 'waits' | 'late' => {
  if (count === 0) return 'none'
  const isLate = oldestAt !== undefined && now - Date.parse(oldestAt) > patienceHours * HOUR_MS
  return isLate ? 'late' : 'waits'
}
