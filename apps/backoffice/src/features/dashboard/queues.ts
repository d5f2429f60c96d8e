/** How many wait, and since when the longest does. `isMore`: there are further pages. */
export type Queue = { count: number; isMore: boolean; oldestAt: string | undefined }

type Page<Row> = { items: readonly Row[]; nextCursor: string | null }

/** A queue of the first page of a list, by when each row began to wait. */
export function queueOf<Row>({ items, nextCursor }: Page<Row>, sinceOf: (row: Row) => string | null): Queue {
  const since = items.flatMap((row) => sinceOf(row) ?? [])
  return { count: items.length, isMore: nextCursor !== null, oldestAt: since.toSorted()[0] }
}

const HOUR_MS = 3_600_000

/** How pressing a queue is: nothing waits, it can wait, or it has waited for longer than it should. */
export const urgencyOf = (
  { count, oldestAt }: Queue,
  now: number,
  patienceHours: number,
): 'none' | 'waits' | 'late' => {
  if (count === 0) return 'none'
  const isLate = oldestAt !== undefined && now - Date.parse(oldestAt) > patienceHours * HOUR_MS
  return isLate ? 'late' : 'waits'
}
