import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMatch, openHarness, plainOffers, playWith, type Harness } from '../testing/harness.ts'
import { readWaitingFixtures } from './waiting-fixtures.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a match that is over and whose half-time nobody has said waits, until it is said', async () => {
  const { key, fixtureId } = await addMatch(harness)
  const halves = plainOffers.map((offer) => ({ ...offer, period: 'half1' as const }))
  await harness.hear([{ kind: 'odds', key, offers: [...plainOffers, ...halves] }])
  await harness.hear([playWith(key, -1, { score: [2, 1] })])
  await harness.sportsbook.settle()
  expect(await readWaitingFixtures(harness.deps.db)).toMatchObject([
    { fixtureId, feed: 'importer', feedKey: key, sport: 'football', markets: 2, reason: 'parts_missing' },
  ])
  await harness.hear([playWith(key, -1, { score: [2, 1], halfTime: [1, 0] })])
  await harness.sportsbook.settle()
  expect(await readWaitingFixtures(harness.deps.db)).toEqual([])
})
