import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { present } from '../../platform/assert.ts'
import type { PlayMessage } from '../feeds/messages.ts'
import { type Bettors, openBettors } from '../testing/trial-bettors.ts'
import { addMatch, openTrial, plainOffers, play, type Trial } from '../testing/trial.ts'

let trial: Trial
let bettors: Bettors
beforeAll(async () => {
  trial = await openTrial({ halfScoreWaitHours: 24 })
  bettors = openBettors(trial)
})
afterAll(() => trial.close())

let key: string
let fixtureId: number
let bets: { half: number; match: number }
beforeEach(async () => {
  const match = await addMatch(trial)
  ;({ key, fixtureId } = match)
  const halves = plainOffers.map((offer) => ({ ...offer, period: 2 as const }))
  await trial.hear([{ kind: 'odds', key, offers: [...plainOffers, ...halves] }])
  const [half] = await trial.house.db<{ home: number }[]>`
    select outcome.id as home from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
     where market.fixture_id = ${fixtureId} and market.period = 2 and outcome.side = 'home'`
  const playerId = await trial.newPlayer(2000)
  bets = {
    half: await bettors.placed(playerId, present(half, 'the half').home),
    match: await bettors.placed(playerId, match.outcomes['draw']),
  }
})

const ended = (home: number, away: number, halfTime: PlayMessage['halfTime'] = null) =>
  trial.hear([{ ...play(key, -1, home, away), halfTime }])

const hoursPass = (hours: number) => trial.house.db`
  update sportsbook_fixture set starts_at = now() - make_interval(hours => ${hours}) where id = ${fixtureId}`

test('a match that ended without goals had none at half-time, said or not', async () => {
  await ended(0, 0)
  expect(await trial.book.settle()).toBe(2)
  expect(await bettors.standing(bets.half)).toMatchObject({ status: 'settled', won: 0, returnCents: 0 })
})

test('a half-time score that is never said is waited for, then the bets on it are void', async () => {
  await hoursPass(23)
  await ended(2, 1)
  expect(await trial.book.settle()).toBe(1)
  expect(await bettors.standing(bets.match)).toMatchObject({ status: 'settled', returnCents: 0 })
  expect(await trial.book.settle()).toBe(0)
  expect(await bettors.standing(bets.half)).toMatchObject({ status: 'open' })
  await hoursPass(25)
  expect(await trial.book.settle()).toBe(1)
  expect(await bettors.standing(bets.half)).toMatchObject({ status: 'settled', won: 0, returnCents: 1000 })
  expect(await trial.book.settle()).toBe(0)
  expect(await trial.prove()).toEqual([])
})

test('one that is said in the end counts, also where the bets were void by then', async () => {
  await hoursPass(25)
  await ended(2, 1)
  await trial.book.settle()
  expect(await bettors.standing(bets.half)).toMatchObject({ status: 'settled', returnCents: 1000 })
  await ended(2, 1, { home: 1, away: 0 })
  expect(await trial.book.settle()).toBe(1)
  expect(await bettors.standing(bets.half)).toMatchObject({ status: 'settled', returnCents: 2000 })
  expect(await trial.prove()).toEqual([])
})

test('nothing is void while a match has no end, or has one that says its half-time', async () => {
  await hoursPass(25)
  await trial.hear([{ ...play(key, -13, 1, 0), halfTime: null }])
  expect(await trial.book.settle()).toBe(0)
  await ended(2, 1, { home: 0, away: 1 })
  expect(await trial.book.settle()).toBe(2)
  expect(await bettors.standing(bets.half)).toMatchObject({ status: 'settled', returnCents: 0 })
})
