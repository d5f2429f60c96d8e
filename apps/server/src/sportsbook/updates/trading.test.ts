import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { readFixtures } from '../catalogue/read-catalogue.ts'
import { addMatch, type Harness, openHarness, plainOffers, codeOf, requestFor } from '../testing/harness.ts'
import type { FeedMessage } from './messages.ts'
import { type Suspend, suspendMarkets } from './trading.ts'
import { selectOpenKeys } from './feed-queries.ts'

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

describe('a suspension by an operator', () => {
  const suspend = (own: Partial<Suspend>, isSuspended = true) =>
    harness.deps.db.begin((tx) => suspendMarkets(tx, { fixtureIds: [], marketIds: [], isSuspended, ...own }))
  const marketIdOf = async (fixtureId: number, type: string): Promise<number> => {
    const [fixture] = await readFixtures(harness.deps.db, [fixtureId], 'all')
    return Number(fixture?.markets.find((market) => market.type === type)?.marketId)
  }

  test('takes no bets, whatever prices its feed sends, until an operator reopens it', async () => {
    const { key, fixtureId, outcomes } = await addMatch(harness)
    const playerId = await harness.newPlayer(10_000)
    const marketIds = [await marketIdOf(fixtureId, 'football.1x2')]
    expect(await suspend({ marketIds })).toEqual([{ fixtureId, marketId: marketIds[0] }])
    expect(await suspend({ marketIds })).toEqual([])
    await harness.receive([{ kind: 'odds', key, offers: [...plainOffers] }])
    await harness.receive([named(key, 'football.1x2')])
    expect(await statusesOf(fixtureId)).toEqual({ 'football.1x2': 'suspended', 'football.total': 'open' })
    const place = async () =>
      codeOf(await harness.sportsbook.placeBet(requestFor(playerId, outcomes['home'])))
    expect(await place()).toBe('market_closed')
    expect(await suspend({ marketIds }, false)).toHaveLength(1)
    expect(await place()).toBe('placed')
  })

  test('covers a whole match, with markets its feed adds meanwhile, and leaves the feed’s own stops in place', async () => {
    const { key, fixtureId } = await addMatch(harness)
    const [before] = await readFixtures(harness.deps.db, [fixtureId], 'all')
    await suspend({ fixtureIds: [fixtureId] })
    const total = present(plainOffers[1], 'an offer')
    await harness.receive([{ kind: 'odds', key, offers: [...plainOffers, { ...total, lineQuarters: 13 }] }])
    const [during] = await readFixtures(harness.deps.db, [fixtureId], 'all')
    expect(during?.markets.map(({ status }) => status)).toEqual(['suspended', 'suspended', 'suspended'])
    expect(during?.version).toBeGreaterThan(before?.version ?? 0)
    await harness.receive([{ kind: 'bet_stop', key }])
    await suspend({ fixtureIds: [fixtureId] }, false)
    expect(Object.values(await statusesOf(fixtureId))).toEqual(['suspended', 'suspended'])
    await harness.receive([{ kind: 'odds', key, offers: [...plainOffers] }])
    expect(await statusesOf(fixtureId)).toEqual({ 'football.1x2': 'open', 'football.total': 'suspended' })
  })

  test('pushes every open market of the match to its subscribers', async () => {
    const { fixtureId } = await addMatch(harness)
    const [before] = await readFixtures(harness.deps.db, [fixtureId], 'all')
    await suspend({ fixtureIds: [fixtureId] })
    const rows = await harness.deps.db<{ events: string }[]>`
      select events from platform_outbox where topic = 'market.changed' order by id desc limit 1`
    const [reported] = JSON.parse(rows[0]?.events ?? '[]') as unknown[]
    expect(reported).toMatchObject({
      fixtureId,
      version: (before?.version ?? 0) + 1,
      marketIds: before?.markets.map(({ marketId }) => Number(marketId)),
    })
  })

  test('does not hide from the check of silent feeds what would be open behind it', async () => {
    const { key, fixtureId } = await addMatch(harness)
    await suspend({ fixtureIds: [fixtureId] })
    expect(await harness.deps.db.begin((tx) => selectOpenKeys(tx, 'importer'))).toContain(key)
  })
})
