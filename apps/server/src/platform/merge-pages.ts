/** Where a list goes on: after the row of this time and key. */
export type ListPlace = { atMicros: number; key: string }

/** The place of each list by name; null for a list that has no more rows. One that gave no row yet is absent. */
export type ListPlaces = Readonly<Record<string, ListPlace | null>>

/** Rows of one list after its place, newest first; `isEnd` if there are no more after them. */
type ListPage<Row> = { source: string; rows: readonly Row[]; isEnd: boolean }

/** With how many of its rows are used. */
type UsedPage<Row> = ListPage<Row> & { used: number }

/**
 * Merges the next rows of several lists, newest first, and says where each list goes on. Each list has its own place, so
 * every row is on exactly one page: also among rows of the same time, and in a list whose own order differs a little from
 * that of time. Among equal times the earlier list comes first. The page ends early where a list's rows are used up and
 * the list goes on, because its next row may be the next of all.
 */
export function mergePages<Row extends ListPlace>(
  pages: readonly ListPage<Row>[],
  before: ListPlaces,
  max: number,
): { rows: { source: string; row: Row }[]; places: ListPlaces; isEnd: boolean } {
  const rows: { source: string; row: Row }[] = []
  const lists = pages.map((page) => ({ ...page, used: 0 }))
  while (rows.length < max) {
    const next = newestOf(lists)
    if (!next) break
    rows.push({ source: next.list.source, row: next.row })
    next.list.used += 1
    if (next.list.used === next.list.rows.length && !next.list.isEnd) break
  }
  const places: Record<string, ListPlace | null> = { ...before }
  for (const { source, rows: of, used, isEnd } of lists) {
    const last = of[used - 1]
    if (used === of.length && isEnd) places[source] = null
    else if (last) places[source] = { atMicros: last.atMicros, key: last.key }
  }
  return { rows, places, isEnd: lists.every(({ source }) => places[source] === null) }
}

/** The list whose next row is the newest, and that row; undefined once all rows are used. */
function newestOf<Row extends ListPlace>(
  lists: readonly UsedPage<Row>[],
): { list: UsedPage<Row>; row: Row } | undefined {
  let newest: { list: UsedPage<Row>; row: Row } | undefined
  for (const list of lists) {
    const row = list.rows[list.used]
    if (row && (!newest || row.atMicros > newest.row.atMicros)) newest = { list, row }
  }
  return newest
}
