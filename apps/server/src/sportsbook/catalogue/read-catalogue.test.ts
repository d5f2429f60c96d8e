import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMatch, openHarness, type Harness } from '../testing/harness.ts'
import { readList, foldText } from './read-catalogue.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const dayMs = 24 * 3_600_000

/** The number of the day in America/Sao_Paulo, three hours behind UTC all year. */
const houseDay = (at: string | Date) => Math.floor((new Date(at).getTime() - 3 * 3_600_000) / dayMs)

/** Reads, with the day in São Paulo: once more if midnight came meanwhile. */
async function withToday<T>(read: (today: number) => Promise<T>): Promise<{ today: number; found: T }> {
  for (;;) {
    const today = houseDay(new Date())
    const found = await read(today)
    if (houseDay(new Date()) === today) return { today, found }
  }
}

const listOf = async (when: 'week' | 'next' | 'outrights', day?: number) => {
  const groups = await readList(harness.deps.db, { sport: 'football', when, day })
  return groups.flatMap(({ fixtures }) => fixtures)
}

test('gives a week day by day: the requested one, else the first after tomorrow with a match', async () => {
  const matches = [
    await addMatch(harness, dayMs),
    await addMatch(harness, 3 * dayMs),
    await addMatch(harness, 4 * dayMs),
  ]
  const { today, found } = await withToday(async () => ({
    days: await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((day) => listOf('week', day))),
    first: await listOf('week'),
    next: await listOf('next'),
  }))
  expect(found.days.flat().map(({ fixtureId }) => fixtureId)).toEqual(
    matches.map(({ fixtureId }) => String(fixtureId)),
  )
  for (const [day, fixtures] of found.days.entries()) {
    expect(fixtures.map(({ startsAt }) => houseDay(startsAt) - today)).toEqual(fixtures.map(() => day))
  }
  expect(found.first).toEqual(found.days.find((of, day) => day >= 2 && of.length === 1))
  expect(found.next).toEqual(found.days.find(({ length }) => length === 1))
})

test('lists the popular leagues in Brazil first, with their countries', async () => {
  const startsAt = new Date(Date.now() + 5 * dayMs)
  const competitions = ['Liga Nova', 'Bundesliga', 'Campeonato Brasileiro Série A', 'Premier League']
  const fixture = { kind: 'fixture', sport: 'football', title: null, model: null, play: null } as const
  await harness.receive(
    competitions.map((competition, at) => ({
      ...fixture,
      key: `rank:${at}`,
      competition,
      participants: [{ name: `Casa R${at}` }, { name: `Fora R${at}` }],
      startsAt,
    })),
  )
  const { found: groups } = await withToday((today) =>
    readList(harness.deps.db, { sport: 'football', when: 'week', day: houseDay(startsAt) - today }),
  )
  expect(groups.map(({ competition, country }) => [competition, country])).toEqual([
    ['Campeonato Brasileiro Série A', 'BR'],
    ['Premier League', 'GB-ENG'],
    ['Bundesliga', 'DE'],
    ['Liga Nova', null],
  ])
})

test.each([
  ['São Paulo', 'sao paulo'],
  ['Kovač', 'kovac'],
  ['Ipê Amarelo', 'ipe amarelo'],
  ['Ångström', 'angstrom'],
])('%s is found by %s', (name, typed) => {
  expect(foldText(name)).toBe(typed)
})
