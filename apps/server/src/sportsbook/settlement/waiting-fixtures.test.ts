import { LOST, WON } from '@palpite/odds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import type { FeedMessage } from '../updates/messages.ts'
import {
  openBettors,
  addMatch,
  openHarness,
  plainOffers,
  playWith,
  type Harness,
} from '../testing/harness.ts'
import { readWaitingFixtures } from './read-waiting.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a finished match without a half-time score waits until the score arrives', async () => {
  const { key, fixtureId } = await addMatch(harness)
  const halves = plainOffers.map((offer) => ({ ...offer, period: 'half1' as const }))
  await harness.receive([{ kind: 'odds', key, offers: [...plainOffers, ...halves] }])
  await harness.receive([playWith(key, -1, { score: [2, 1] })])
  await harness.sportsbook.settle()
  expect(await readWaitingFixtures(harness.deps.db)).toMatchObject([
    { fixtureId, feed: 'importer', feedKey: key, sport: 'football', markets: 2, reason: 'parts_missing' },
  ])
  await harness.receive([playWith(key, -1, { score: [2, 1], halfTime: [1, 0] })])
  await harness.sportsbook.settle()
  expect(await readWaitingFixtures(harness.deps.db)).toEqual([])
})

test('a settlement rolled back after the end is listed as waiting while bets on it are open, until it is reported again', async () => {
  const { key, fixtureId, outcomes } = await addMatch(harness)
  const playerId = await harness.newPlayer(10_000)
  await openBettors(harness).placed(playerId, outcomes['home'])
  const { outcomes: offered, ...market } = present(plainOffers[0], 'an offer')
  const settlement = (winner: string): FeedMessage => ({
    kind: 'settlement',
    key,
    certainty: 'confirmed',
    markets: [
      {
        market: market,
        outcomes: offered.map(({ code }) => ({ code, resolution: code === winner ? WON : LOST })),
      },
    ],
  })
  const waiting = async () => {
    await harness.sportsbook.settle()
    return [await harness.cash(playerId), await readWaitingFixtures(harness.deps.db)]
  }
  await harness.receive([playWith(key, -1, { score: [2, 1] })])
  await harness.receive([settlement('home')])
  expect(await waiting()).toEqual([11_000, []])
  await harness.receive([{ kind: 'rollback_settlement', key, markets: [market] }])
  expect(await waiting()).toMatchObject([
    9000,
    [{ fixtureId, feedKey: key, markets: 1, reason: 'settlement_missing' }],
  ])
  await harness.receive([settlement('away')])
  expect(await waiting()).toEqual([9000, []])
  expect(await harness.verify()).toEqual([])
})
