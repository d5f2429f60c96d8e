/** A place in a list by time, the newest first: of rows of one microsecond those with a smaller id come after. */
export type Place = { atMicros: number; id: number }

/** Rows from `fromMicros` on that stand after a place. */
export type TimeWindow = { fromMicros: number; before: Place }

const FIRST_MICROS = 60_000_000

type Walk = TimeWindow & { max: number; maxLooked: number }
type Found<Row> = { rows: readonly Row[]; looked: number }

/**
 * Reads a page of rows, the newest first, of a table that is found by time alone: one window after the other, each twice as
 * long, until the page is full or so many rows were looked at. What a page costs is bounded, whatever is looked for; one that
 * ends before it is full is shorter or empty, and `next` says where the next one goes on. No `next`: there is nothing more.
 * Units: microseconds since 1970.
 */
export async function walkBack<Row extends Place>(
  { fromMicros, before, max, maxLooked }: Walk,
  read: (window: TimeWindow, max: number) => Promise<Found<Row>>,
): Promise<{ rows: Row[]; next: Place | null }> {
  const rows: Row[] = []
  let place = before
  let looked = 0
  for (let micros = FIRST_MICROS; place.atMicros > fromMicros; micros *= 2) {
    const from = Math.max(fromMicros, place.atMicros - micros)
    // One more than fit, to know whether there are more.
    const found = await read({ fromMicros: from, before: place }, max - rows.length + 1)
    rows.push(...found.rows)
    const last = rows.length > max ? rows[max - 1] : undefined
    if (last) return { rows: rows.slice(0, max), next: { atMicros: last.atMicros, id: last.id } }
    looked += found.looked
    place = { atMicros: from, id: 0 }
    if (looked >= maxLooked) break
  }
  return { rows, next: place.atMicros > fromMicros ? place : null }
}

/** A place as a cursor, and back. */
export const cursorOf = ({ atMicros, id }: Place): string => `${atMicros}.${id}`
export const placeOf = (cursor: string): Place => {
  const [atMicros = 0, id = 0] = cursor.split('.').map(Number)
  return { atMicros, id }
}
