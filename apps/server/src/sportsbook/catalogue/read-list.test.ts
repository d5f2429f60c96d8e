import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMatch, openHarness, type Harness } from '../testing/harness.ts'
import { readList } from './read-catalogue.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const dayMs = 24 * 3_600_000

/** The day in America/Sao_Paulo, three hours behind UTC all year. */
const houseDay = (at: string) => new Date(new Date(at).getTime() - 3 * 3_600_000).toISOString().slice(0, 10)

const weekOn = async (day: number | undefined) => {
  const groups = await readList(harness.deps.db, { sport: 'football', when: 'week', day })
  return groups.flatMap(({ fixtures }) => fixtures)
}

test('gives a week day by day: the one that is asked for, else the first that has a match', async () => {
  const first = await addMatch(harness, 2 * dayMs)
  const second = await addMatch(harness, 3 * dayMs)
  const days = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((day) => weekOn(day)))
  expect(days.map((own) => own.map(({ fixtureId }) => fixtureId))).toEqual([
    [],
    [],
    [String(first.fixtureId)],
    [String(second.fixtureId)],
    [],
    [],
    [],
    [],
  ])
  expect(days.flat().map(({ startsAt }) => houseDay(startsAt))).toEqual(
    [2, 3].map((day) => houseDay(new Date(Date.now() + day * dayMs).toISOString())),
  )
  expect(await weekOn(undefined)).toEqual(days[2])
})

test('puts the leagues that Brazil looks for first, and says of which country they are', async () => {
  const startsAt = new Date(Date.now() + 5 * dayMs)
  const competitions = ['Liga Nova', 'Bundesliga', 'Campeonato Brasileiro Série A', 'Premier League']
  const fixture = { kind: 'fixture', sport: 'football', title: null, model: null, play: null } as const
  await harness.hear(
    competitions.map((competition, at) => ({
      ...fixture,
      key: `rank:${at}`,
      competition,
      participants: [{ name: `Casa R${at}` }, { name: `Fora R${at}` }],
      startsAt,
    })),
  )
  const groups = await readList(harness.deps.db, { sport: 'football', when: 'week', day: 5 })
  expect(groups.map(({ competition, country }) => [competition, country])).toEqual([
    ['Campeonato Brasileiro Série A', 'BR'],
    ['Premier League', 'GB-ENG'],
    ['Bundesliga', 'DE'],
    ['Liga Nova', null],
  ])
})
