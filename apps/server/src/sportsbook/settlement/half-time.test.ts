import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import {
  type Bettors,
  openBettors,
  addMatch,
  openHarness,
  plainOffers,
  playWith,
  type Harness,
} from '../testing/harness.ts'

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ halfScoreWaitHours: 24 })
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

let key: string
let fixtureId: number
let bets: { half: number; match: number }
beforeEach(async () => {
  const match = await addMatch(harness)
  ;({ key, fixtureId } = match)
  const halves = plainOffers.map((offer) => ({ ...offer, period: 'half1' as const }))
  await harness.receive([{ kind: 'odds', key, offers: [...plainOffers, ...halves] }])
  const [half] = await harness.deps.db<{ home: number }[]>`
    select outcome.id as home from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
     where market.fixture_id = ${fixtureId} and market.period = 'half1' and outcome.outcome_code = 'home'`
  const playerId = await harness.newPlayer(2000)
  bets = {
    half: await bettors.placed(playerId, present(half, 'the half').home),
    match: await bettors.placed(playerId, match.outcomes['draw']),
  }
})

const ended = (home: number, away: number, halfTime: [number, number] | null = null) =>
  harness.receive([playWith(key, -1, { score: [home, away], halfTime })])

const hoursPass = (hours: number) => harness.deps.db`
  update sportsbook_fixture set starts_at = now() - make_interval(hours => ${hours}) where id = ${fixtureId}`

test('a match that ended without goals had none at half-time, reported or not', async () => {
  await ended(0, 0)
  expect(await harness.sportsbook.settle()).toBe(2)
  expect(await bettors.betState(bets.half)).toMatchObject({ status: 'settled', result: 20, returnCents: 0 })
})

test('a half-time score that never arrives is waited for, then its bets are void', async () => {
  await hoursPass(23)
  await ended(2, 1)
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await bettors.betState(bets.match)).toMatchObject({ status: 'settled', returnCents: 0 })
  expect(await harness.sportsbook.settle()).toBe(0)
  expect(await bettors.betState(bets.half)).toMatchObject({ status: 'open' })
  await hoursPass(25)
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await bettors.betState(bets.half)).toMatchObject({
    status: 'settled',
    result: 90,
    returnCents: 1000,
  })
  expect(await harness.sportsbook.settle()).toBe(0)
  expect(await harness.verify()).toEqual([])
})

test('one that arrives in the end counts, also if the bets were void by then', async () => {
  await hoursPass(25)
  await ended(2, 1)
  await harness.sportsbook.settle()
  expect(await bettors.betState(bets.half)).toMatchObject({ status: 'settled', returnCents: 1000 })
  await ended(2, 1, [1, 0])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await bettors.betState(bets.half)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await harness.verify()).toEqual([])
})

test('nothing is void while a match has no end, or has one with its half-time score', async () => {
  await hoursPass(25)
  await harness.receive([playWith(key, -13, { score: [1, 0] })])
  expect(await harness.sportsbook.settle()).toBe(0)
  await ended(2, 1, [0, 1])
  expect(await harness.sportsbook.settle()).toBe(2)
  expect(await bettors.betState(bets.half)).toMatchObject({ status: 'settled', returnCents: 0 })
})
