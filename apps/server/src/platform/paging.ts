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

type Step = Walk & { untilMicros: number }
type Stepped<Row> = Found<Row> & { scannedTo: Place | null }

/**
 * Reads a page of rows, newest first, of a list that an index holds by id: of one player, match or draw. At most `maxScanned`
 * rows below the position's id are scanned, so a page may be short or even empty; `next` is where the following page starts.
 * A position without an id is the start. Without `next` there are no more rows.
 */
export async function stepBack<Row extends Place>(
  { fromMicros, untilMicros, before, max, maxScanned }: Step,
  read: (window: TimeWindow, max: number, beforeId: number) => Promise<Stepped<Row>>,
): Promise<{ rows: Row[]; next: Place | null }> {
  const beforeId = before.id === 0 ? Number.MAX_SAFE_INTEGER : before.id
  const window = { fromMicros, before: { atMicros: untilMicros, id: 0 } }
  // Reads one row more than fits, to know whether there are more.
  const { rows, scanned, scannedTo } = await read(window, max + 1, beforeId)
  const last = rows.length > max ? rows[max - 1] : undefined
  if (last) return { rows: rows.slice(0, max), next: { atMicros: last.atMicros, id: last.id } }
  const isCut = scanned >= maxScanned && scannedTo !== null && scannedTo.atMicros >= fromMicros
  return { rows: [...rows], next: isCut ? scannedTo : null }
}

type Scanned = { scanned: number; scannedTo: number | null; scannedMicros: number | null }

/** How many rows a statement scanned, and to where, as each of its rows says. */
export const scannedOf = (row: Scanned | undefined): { scanned: number; scannedTo: Place | null } => ({
  scanned: row?.scanned ?? 0,
  scannedTo:
    row && row.scannedTo !== null && row.scannedMicros !== null
      ? { id: row.scannedTo, atMicros: row.scannedMicros }
      : null,
})

/** A position as a cursor, and back. */
export const cursorOf = ({ atMicros, id }: Place): string => `${atMicros}.${id}`
export const placeOf = (cursor: string): Place => {
  const [atMicros = 0, id = 0] = cursor.split('.').map(Number)
  return { atMicros, id }
}
