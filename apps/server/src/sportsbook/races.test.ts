import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../platform/errors.ts'
import { withOdds } from './updates/messages.ts'
import { priceFixture } from './catalogue/price-fixture.ts'
import { sportsbookSettings as settings } from './settings.ts'
import {
  type Bettors,
  openBettors,
  type Harness,
  nextRequest,
  openHarness,
  parlayFor,
} from './testing/harness.ts'
import { sampleFixture, samples } from './testing/sport-samples.ts'

let harness: Harness
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 1 })
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

describe('a race in play', () => {
  test('has prices by the leader, takes bets until its last metres, and pays them; each way is neither cashed out nor open', async () => {
    const key = 'race:on-the-way'
    const message = sampleFixture('racing', { key, title: 'Páreo 10' })
    const ids = await harness.receive(withOdds(message, settings))
    const { during, end, model } = samples.racing
    const runners = message.participants.map((_, at) => ({ place: at + 1, isWithdrawn: false }))
    const fixtureId = present(ids.get(key), 'the race')
    const marketOf = async (type: string) => {
      const [fixture] = await harness.sportsbook.readAllMarkets([fixtureId])
      return present(
        fixture?.markets.find((one) => one.type === type),
        type,
      )
    }
    const outcome = async (type: string, at: number) => {
      const { outcomeId, priceMilli } = present((await marketOf(type)).outcomes[at], 'a runner')
      return { outcomeId: Number(outcomeId), priceMilli, isBanker: false }
    }
    const [backed, second] = [await harness.newPlayer(2000), await harness.newPlayer(1000)]
    const legs = [await outcome('racing.win', 1), await outcome('racing.each_way', 1)]
    const eachWay = await harness.sportsbook.placeBet({
      ...parlayFor(backed, []),
      legs,
      folds: [1],
      isEachWay: true,
    })
    const eachWayId = eachWay.ok ? Number(eachWay.value.betId) : 0
    const offersOf = () => harness.sportsbook.cashOuts.offers(backed, [eachWayId])
    // In an immediate cash-out it is worth its stake less the margin of both halves.
    const { fairCents, quoteId } = present((await offersOf())[0], 'an offer')
    expect(fairCents).toBeGreaterThan(1000)
    expect(fairCents).toBeLessThan(2000)

    const { state } = during
    const near = state.family === 'race' ? { ...state, doneMetres: 1400 } : state
    const say = (now: typeof state) => {
      const play = { ...during, state: now }
      return harness.receive([
        { kind: 'play', key, ...play },
        { kind: 'odds', key, offers: priceFixture({ sport: 'racing', model, ...play, runners }, settings) },
      ])
    }
    const before = await outcome('racing.win', 1)
    await say(state)
    const leader = await outcome('racing.win', 1)
    expect(leader.priceMilli).toBeLessThan(before.priceMilli)
    expect(await offersOf()).toEqual([])
    const sold = { requestId: nextRequest(), quoteId, unitCents: undefined, minShareBps: 0 }
    expect(await harness.sportsbook.cashOuts.accept({ playerId: backed, ...sold })).toMatchObject({
      refusal: { code: 'cash_out_suspended' },
    })
    const late = { ...parlayFor(second, []), legs: [await outcome('racing.win', 1), legs[1] ?? leader] }
    expect(await harness.sportsbook.placeBet({ ...late, folds: [1], isEachWay: true })).toMatchObject({
      refusal: { code: 'market_closed' },
    })
    const betId = await bettors.placed(second, leader.outcomeId)
    await say(near)
    await expect(bettors.placed(second, leader.outcomeId)).rejects.toThrow('market_closed')
    const result = end.family === 'race' ? { ...end, finishes: [{ runner: 2, place: 1 }] } : end
    await harness.receive([{ kind: 'play', key, matchStatus: -1, clock: null, state: result }])
    await harness.sportsbook.settle()
    expect(await bettors.betState(betId)).toMatchObject({ returnCents: leader.priceMilli })
    const both = legs.reduce((sum, { priceMilli: price }) => sum + price, 0)
    expect(await bettors.betState(eachWayId)).toMatchObject({ returnCents: both })
    expect(await harness.verify()).toEqual([])
  })
})

test('a place pays the places it was offered with, though fewer run in the end', async () => {
  const key = 'race:places'
  const plain = sampleFixture('racing', { key, title: 'Páreo 11' })
  // Five run: two places. Were four offered from the start, there would be none.
  const message = {
    ...plain,
    participants: plain.participants.map(({ name }) => ({ name: `${name} places` })),
  }
  const ids = await harness.receive(withOdds(message, settings))
  const [fixture] = await harness.sportsbook.readAllMarkets([present(ids.get(key), 'the race')])
  const place = present(
    fixture?.markets.find(({ type }) => type === 'racing.place'),
    'a market',
  )
  expect(place.lineQuarters).toBe(8)
  const [second, unplaced] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
  const betId = await bettors.placed(second, Number(place.outcomes[2]?.outcomeId))
  const lostId = await bettors.placed(unplaced, Number(place.outcomes[3]?.outcomeId))
  const participants = message.participants.map((one, at) => ({ ...one, isWithdrawn: at === 4 }))
  await harness.receive(withOdds({ ...message, participants }, settings))
  const { end } = samples.racing
  await harness.receive([{ kind: 'play', key, matchStatus: -1, clock: null, state: end }])
  await harness.sportsbook.settle()
  const { returnCents } = present(await bettors.betState(betId), 'the bet')
  expect(returnCents).toBeGreaterThan(1000)
  expect(await bettors.betState(lostId)).toMatchObject({ status: 'settled', returnCents: 0 })
  expect(await harness.verify()).toEqual([])
})
