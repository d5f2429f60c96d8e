import { expect, test } from 'vitest'
import { cursorOf, type Place, placeOf, walkBack } from './paging.ts'

const MINUTE = 60_000_000
const NOW = 1_000_000 * MINUTE

/** A table of rows at these minutes before now, read as a statement would. */
const table = (minutesAgo: readonly number[]) => {
  const rows = minutesAgo.map((minutes, at) => ({
    atMicros: NOW - minutes * MINUTE,
    id: minutesAgo.length - at,
  }))
  const looks: number[] = []
  const walk = (
    before: Place,
    of: { max: number; maxScanned?: number; isWanted?: (id: number) => boolean },
  ) =>
    walkBack<Place>({ fromMicros: 0, before, maxScanned: 1000, ...of }, async (window, max) => {
      const within = rows.filter(
        ({ atMicros, id }) =>
          atMicros >= window.fromMicros &&
          (atMicros < window.before.atMicros ||
            (atMicros === window.before.atMicros && id < window.before.id)),
      )
      looks.push(within.length)
      const found = within.filter(({ id }) => of.isWanted?.(id) ?? true)
      return { rows: found.slice(0, max), scanned: within.length }
    })
  return { walk, looks }
}

const newest = { atMicros: NOW + 1, id: 0 }

test('every row is on one page, once, newest first, however far apart or simultaneous they are', async () => {
  const { walk } = table([0, 0, 0, 1, 1, 5, 700, 700, 90_000])
  const ids: number[] = []
  let place: Place | null = newest
  while (place) {
    const page: Awaited<ReturnType<typeof walk>> = await walk(placeOf(cursorOf(place)), { max: 2 })
    ids.push(...page.rows.map(({ id }) => id))
    place = page.next
  }
  expect(ids).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
})

test('a page with few matches ends at the maximum of scanned rows, and the next page continues there', async () => {
  const { walk, looks } = table([...Array(100).keys()])
  const first = await walk(newest, { max: 5, maxScanned: 10, isWanted: (id) => id === 1 })
  expect(first.rows).toEqual([])
  expect(looks.reduce((sum, one) => sum + one)).toBeLessThan(40)
  expect(first.next?.atMicros).toBeLessThan(NOW - 9 * MINUTE)
  const rest = await walk(first.next ?? newest, { max: 5, isWanted: (id) => id === 1 })
  expect(rest).toEqual({ rows: [{ atMicros: NOW - 99 * MINUTE, id: 1 }], next: null })
})
