/** A position in a list ordered by time, newest first; rows of the same microsecond are ordered by descending id. */
export type Place = { atMicros: number; id: number }

/** Rows from `fromMicros` on, after a position. */
export type TimeWindow = { fromMicros: number; before: Place }

const FIRST_MICROS = 60_000_000

type Walk = TimeWindow & { max: number; maxScanned: number }
type Found<Row> = { rows: readonly Row[]; scanned: number }

/**
 * Reads a page of rows, newest first, from a table that is indexed by time only: window after window, each twice as long,
 * until the page is full or `maxScanned` rows were scanned. The bound holds for every filter, so a page may be short or even
 * empty; `next` is where the following page starts. Without `next` there are no more rows.
 * Units: microseconds since 1970.
 */
export async function walkBack<Row extends Place>(
  { fromMicros, before, max, maxScanned }: Walk,
  read: (window: TimeWindow, max: number) => Promise<Found<Row>>,
): Promise<{ rows: Row[]; next: Place | null }> {
  const rows: Row[] = []
  let place = before
  let scanned = 0
  for (let micros = FIRST_MICROS; place.atMicros > fromMicros; micros *= 2) {
    const from = Math.max(fromMicros, place.atMicros - micros)
    // Reads one row more than fits, to know whether there are more.
    const found = await read({ fromMicros: from, before: place }, max - rows.length + 1)
    rows.push(...found.rows)
    const last = rows.length > max ? rows[max - 1] : undefined
    if (last) return { rows: rows.slice(0, max), next: { atMicros: last.atMicros, id: last.id } }
    scanned += found.scanned
    place = { atMicros: from, id: 0 }
    if (scanned >= maxScanned) break
  }
  return { rows, next: place.atMicros > fromMicros ? place : null }
}

/** A position as a cursor, and back. */
export const cursorOf = ({ atMicros, id }: Place): string => `${atMicros}.${id}`
export const placeOf = (cursor: string): Place => {
  const [atMicros = 0, id = 0] = cursor.split('.').map(Number)
  return { atMicros, id }
}
