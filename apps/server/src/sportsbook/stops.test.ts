import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../platform/errors.ts'
import { readBuilder } from './betting/builders.ts'
import { readFixtures, readPrices } from './catalogue/read-catalogue.ts'
import type { FeedMessage } from './updates/messages.ts'
import { sportsbookSettings } from './index.ts'
import {
  openBettors,
  addMatch,
  addPricedMatch,
  type Harness,
  nextRequest,
  openHarness,
  plainOffers,
  codeOf,
  requestFor,
} from './testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

/** A plain market named again at the same price. */
const named = (key: string, type: string): FeedMessage => {
  const { outcomes, ...market } = present(
    plainOffers.find((offer) => offer.type === type),
    'an offer',
  )
  return { kind: 'markets', key, markets: [{ market, status: 'open', outcomes }] }
}
const statusesOf = async (fixtureId: number): Promise<Record<string, string>> => {
  const [fixture] = await readFixtures(harness.deps.db, [fixtureId], 'all')
  return Object.fromEntries(fixture?.markets.map(({ type, status }) => [type, status]) ?? [])
}

describe('a stop of some markets of a match', () => {
  test('locks them on the match page, and no other', async () => {
    const { key, fixtureId } = await addMatch(harness)
    await harness.receive([{ kind: 'bet_stop', key }])
    await harness.receive([named(key, 'football.1x2')])
    expect(await statusesOf(fixtureId)).toEqual({ 'football.1x2': 'open', 'football.total': 'suspended' })
  })

  test('blocks cash-out of bets on them', async () => {
    const { key, outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(10_000)
    const bettors = openBettors(harness)
    const [home, over] = [
      await bettors.placed(playerId, outcomes['home']),
      await bettors.placed(playerId, outcomes['over']),
    ]
    const before = await harness.sportsbook.cashOuts.offers(playerId, [over])
    await harness.receive([{ kind: 'bet_stop', key }])
    await harness.receive([named(key, 'football.1x2')])
    const offers = await harness.sportsbook.cashOuts.offers(playerId, [home, over])
    expect(offers.map(({ betId }) => Number(betId))).toEqual([home])
    const answer = await harness.sportsbook.cashOuts.accept({
      playerId,
      requestId: nextRequest(),
      unitCents: undefined,
      minShareBps: 10_000,
      quoteId: present(before[0], 'an offer').quoteId,
    })
    expect(answer).toMatchObject({ refusal: { code: 'cash_out_suspended' } })
  })

  test('locks bet builders that use one of them', async () => {
    const { key, outcomes } = await addPricedMatch(harness)
    const selected = [present(outcomes['1x2 home'], 'home'), present(outcomes['total over 2.5'], 'over')]
    const price = () => readBuilder(harness.deps.db, sportsbookSettings, selected)
    expect(await price()).toMatchObject({ ok: true })
    await harness.receive([{ kind: 'bet_stop', key }])
    await harness.receive([named(key, 'football.1x2')])
    expect(await price()).toMatchObject({
      refusal: { code: 'market_closed', detail: { outcomeId: String(selected[1]) } },
    })
  })

  test('is pushed once, with the markets named since, and later pushes lock nothing more', async () => {
    const { key, fixtureId } = await addMatch(harness)
    const { db } = harness.deps
    const now = async () => {
      const [row] = await db<{ version: number; ids: Record<string, number> }[]>`
        select fixture.version, json_object_agg(market.type, market.id) as ids
          from sportsbook_fixture fixture join sportsbook_market market on market.fixture_id = fixture.id
         where fixture.id = ${fixtureId} group by fixture.id`
      return present(row, 'the fixture')
    }
    const pushed = async (since: number, type: string) => {
      const { version, ids } = await now()
      const marketIds = [present(ids[type], 'a market')]
      const [push] = await readPrices(db, [{ fixtureId, since, version, marketIds, newMarketIds: [] }])
      const { isStopped, markets } = present(push, 'a push').whole
      return { isStopped, statuses: markets.map(({ status }) => status) }
    }
    const before = await now()
    await harness.receive([{ kind: 'bet_stop', key }])
    await harness.receive([named(key, 'football.1x2')])
    // Stop and prices within a fifth of a second are one push.
    expect(await pushed(before.version, 'football.1x2')).toEqual({ isStopped: true, statuses: ['open'] })
    const named1x2 = await now()
    await harness.receive([named(key, 'football.total')])
    expect(await pushed(named1x2.version, 'football.total')).toEqual({ isStopped: false, statuses: ['open'] })
  })

  test('ends with a message that lists all that is offered', async () => {
    const { key, fixtureId, outcomes } = await addMatch(harness)
    await harness.receive([{ kind: 'bet_stop', key }])
    await harness.receive([named(key, 'football.1x2')])
    await harness.receive([{ kind: 'odds', key, offers: [...plainOffers] }])
    expect(await statusesOf(fixtureId)).toEqual({ 'football.1x2': 'open', 'football.total': 'open' })
    await harness.receive([{ kind: 'bet_stop', key }])
    expect(await statusesOf(fixtureId)).toEqual({
      'football.1x2': 'suspended',
      'football.total': 'suspended',
    })
    const playerId = await harness.newPlayer(10_000)
    const placed = await harness.sportsbook.placeBet(
      requestFor(playerId, outcomes['home'], { accept: 'any' }),
    )
    expect(codeOf(placed)).toBe('market_closed')
    expect(await harness.cash(playerId)).toBe(10_000)
  })

  test('starts with a new start time of the match, for each market until its next price', async () => {
    const { key, fixtureId } = await addMatch(harness)
    await harness.receive([{ kind: 'fixture_change', key, startsAt: new Date(Date.now() + 7_200_000) }])
    expect(await statusesOf(fixtureId)).toEqual({
      'football.1x2': 'suspended',
      'football.total': 'suspended',
    })
    await harness.receive([named(key, 'football.total')])
    expect(await statusesOf(fixtureId)).toEqual({ 'football.1x2': 'suspended', 'football.total': 'open' })
  })
})

test('the database rejects a stop without a producer, and one of a future version', async () => {
  const { fixtureId } = await addMatch(harness)
  const { db } = harness.deps
  await expect(
    db`update sportsbook_fixture set stopped_version = version where id = ${fixtureId}`,
  ).rejects.toThrow('sportsbook_fixture_stopped')
  await expect(
    db`update sportsbook_fixture set stopped_version = version + 1, stopped_by = 'live' where id = ${fixtureId}`,
  ).rejects.toThrow('check constraint')
})
