import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePages, type ListPlace, type ListPlaces } from './merge-pages.ts'

type Row = { atMicros: number; key: string }

/** Rows of a list after a place, in the list's own order. */
const after = (rows: readonly Row[], place: ListPlace | null | undefined): readonly Row[] => {
  if (place === null) return []
  return place === undefined ? rows : rows.slice(rows.findIndex(({ key }) => key === place.key) + 1)
}

/** Reads whole lists, page after page. */
function readAll(lists: Readonly<Record<string, readonly Row[]>>, max: number, atOnce: number) {
  const read: { source: string; key: string; atMicros: number }[] = []
  let places: ListPlaces = {}
  for (;;) {
    const pages = Object.entries(lists).map(([source, rows]) => {
      const left = after(rows, places[source])
      return { source, rows: left.slice(0, atOnce), isEnd: left.length <= atOnce }
    })
    const page = mergePages(pages, places, max)
    read.push(...page.rows.map(({ source, row: { key, atMicros } }) => ({ source, key, atMicros })))
    if (page.isEnd) return read
    expect(page.rows.length).toBeGreaterThan(0)
    places = page.places
  }
}

const lists = fc.dictionary(
  fc.constantFrom('bets', 'orders', 'notes', 'rounds'),
  // Few times, so that many rows of several lists have the same one.
  fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }),
)

test('every row is on one page, once, and pages are in order of time, though times are equal', () => {
  fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      (times, max, atOnce) => {
        const sorted = Object.fromEntries(
          Object.entries(times).map(([source, of]) => [
            source,
            of
              .toSorted((one, other) => other - one)
              .map((atMicros, n) => ({ atMicros, key: `${source}${n}` })),
          ]),
        )
        const all = Object.values(sorted).flat()
        const read = readAll(sorted, max, atOnce)
        expect(read.map(({ key }) => key).toSorted()).toEqual(all.map(({ key }) => key).toSorted())
        const order = read.map(({ atMicros }) => atMicros)
        expect(order).toEqual(order.toSorted((one, other) => other - one))
      },
    ),
  )
})

test('every row is on one page, once, though a list is not in order of time', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 5 }), (times, max) => {
      const unsorted = Object.fromEntries(
        Object.entries(times).map(([source, of]) => [
          source,
          of.map((atMicros, n) => ({ atMicros, key: `${source}${n}` })),
        ]),
      )
      const all = Object.values(unsorted).flat()
      expect(
        readAll(unsorted, max, max)
          .map(({ key }) => key)
          .toSorted(),
      ).toEqual(all.map(({ key }) => key).toSorted())
    }),
  )
})

test('a list whose page is read out, and goes on, ends the page', () => {
  const pages = [
    { source: 'rounds', rows: [{ atMicros: 9, key: 'r1' }], isEnd: false },
    { source: 'notes', rows: [{ atMicros: 1, key: 'n1' }], isEnd: true },
  ]
  // The next rounds may be newer than the note.
  const page = mergePages(pages, {}, 10)
  expect(page.rows.map(({ row }) => row.key)).toEqual(['r1'])
  expect(page.isEnd).toBe(false)
  expect(page.places).toEqual({ rounds: { atMicros: 9, key: 'r1' } })
})
