import { expect, test } from 'vitest'
import { cursorOf, type Place, placeOf, stepBack, walkBack } from './paging.ts'

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

/** A list that an index holds by id: rows 1 to `count`, row n at n minutes after the start. */
const byId = (count: number, isWanted: (id: number) => boolean = () => true) => {
  const rows = Array.from({ length: count }, (_, at) => ({ atMicros: (count - at) * MINUTE, id: count - at }))
  let looks = 0
  const step = (before: Place, of: { max: number; maxScanned?: number; from?: number; until?: number }) =>
    stepBack<Place>(
      {
        fromMicros: (of.from ?? 0) * MINUTE,
        untilMicros: (of.until ?? count + 1) * MINUTE,
        before,
        maxScanned: of.maxScanned ?? 1000,
        max: of.max,
      },
      async (window, max, beforeId) => {
        looks += 1
        const scanned = rows.filter(({ id }) => id < beforeId).slice(0, of.maxScanned ?? 1000)
        const found = scanned.filter(
          ({ id, atMicros }) =>
            isWanted(id) && atMicros >= window.fromMicros && atMicros < window.before.atMicros,
        )
        return { rows: found.slice(0, max), scanned: scanned.length, scannedTo: scanned.at(-1) ?? null }
      },
    )
  const all = async (of: Parameters<typeof step>[1]): Promise<number[]> => {
    const ids: number[] = []
    let place: Place | null = { atMicros: 0, id: 0 }
    while (place) {
      const page: Awaited<ReturnType<typeof step>> = await step(placeOf(cursorOf(place)), of)
      ids.push(...page.rows.map(({ id }) => id))
      place = page.next
    }
    return ids
  }
  return { all, looks: () => looks }
}

test('by id every row is on one page, once, newest first, also where pages end at the scan limit', async () => {
  expect(await byId(7).all({ max: 3 })).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(await byId(7, (id) => id % 3 === 1).all({ max: 2, maxScanned: 2 })).toEqual([7, 4, 1])
})

test('by id the days asked for bound every page, and nothing is scanned beyond them', async () => {
  const list = byId(100)
  expect(await list.all({ max: 2, maxScanned: 10, from: 40, until: 43 })).toEqual([42, 41, 40])
  expect(list.looks()).toBeLessThan(10)
})
