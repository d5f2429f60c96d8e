import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMatch, feedReceiver } from '../sportsbook/testing/harness.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

test('a trader suspends a match and a market of another with a reason, each audited, and resumes them', async () => {
  const { deps } = harness
  const receive = feedReceiver(deps)
  const [match, other] = [await addMatch({ deps, receive }), await addMatch({ deps, receive })]
  const { token } = await harness.operatorWith('trader@house.example', ['markets.suspend'])
  const reader = await harness.operatorWith('reads@house.example', ['feeds.read'])
  const listed = async () =>
    (await harness.call('GET /api/backoffice/trading/fixtures?sport=football', { token }))
      .data as unknown as {
      fixtureId: string
      isSuspended: boolean
      suspendedMarkets: number
      markets: { marketId: string; type: string; status: string }[]
    }[]
  const before = await listed()
  expect(before).toMatchObject([
    { fixtureId: String(match.fixtureId), isSuspended: false, suspendedMarkets: 0 },
    {
      fixtureId: String(other.fixtureId),
      title: expect.stringContaining(' x ') as unknown,
      feed: 'importer',
    },
  ])
  expect((await harness.call('GET /api/backoffice/trading/sports', { token })).data).toEqual([
    { sport: 'football', live: 0, coming: 2 },
  ])
  const body = {
    fixtureIds: [String(match.fixtureId), '999999'],
    marketIds: [before[1]?.markets[0]?.marketId],
    isSuspended: true,
    reason: 'floodlights are out',
  }
  const say = (own: object = {}, by = token) =>
    harness.call('POST /api/backoffice/trading/suspend', { token: by, body: { ...body, ...own } })
  expect((await say({}, reader.token)).code).toBe('forbidden')
  expect((await say({ reason: '  ' })).code).toBe('bad_request')
  expect((await say()).data).toEqual({ changed: 2 })
  expect((await say()).data).toEqual({ changed: 0 })
  const during = await listed()
  expect(during).toMatchObject([
    { isSuspended: true, markets: [{ status: 'suspended' }] },
    { isSuspended: false, suspendedMarkets: 1 },
  ])
  expect((await say({ isSuspended: false })).data).toEqual({ changed: 2 })
  expect(await listed()).toEqual(before)
  const one = await harness.call(`GET /api/backoffice/trading/fixtures/${match.fixtureId}`, { token })
  expect(one.data).toMatchObject({ markets: [{ type: 'football.1x2' }, { type: 'football.total' }] })
  expect((await harness.call('GET /api/backoffice/trading/fixtures/999999', { token })).code).toBe(
    'not_found',
  )
  const audit = await harness.call(`GET /api/backoffice/audit?subject=fixture:${match.fixtureId}`, {
    token: harness.rootToken,
  })
  expect(audit.data).toMatchObject({
    items: [{ action: 'fixture.resumed' }, { action: 'fixture.suspended', details: { reason: body.reason } }],
  })
  const markets = await harness.call('GET /api/backoffice/audit?action=market.suspended', {
    token: harness.rootToken,
  })
  expect(markets.data).toMatchObject({ items: [{ subject: `market:${body.marketIds[0]}` }] })
})

test('a trader sees which market’s prices an operator keeps, until they are released', async () => {
  const { deps } = harness
  const { fixtureId } = await addMatch({ deps, receive: feedReceiver(deps) })
  const { token } = await harness.operatorWith('keeper@house.example', ['markets.suspend', 'prices.keep'])
  const markets = async () => {
    const { data } = await harness.call(`GET /api/backoffice/trading/fixtures/${fixtureId}`, { token })
    return (data as unknown as { markets: { marketId: string; isKept: boolean; isSuspended: boolean }[] })
      .markets
  }
  const before = await markets()
  const keep = (isKept: boolean) =>
    harness.call(`POST /api/backoffice/markets/${before[0]?.marketId}/keepPrices`, {
      token,
      body: { isKept, reason: 'the price of a promotion' },
    })
  expect(before).toMatchObject([{ isKept: false }, { isKept: false }])
  expect((await keep(true)).http).toBe(200)
  expect(await markets()).toMatchObject([
    { isKept: true, isSuspended: false },
    { isKept: false, isSuspended: false },
  ])
  expect((await keep(false)).http).toBe(200)
  expect(await markets()).toEqual(before)
})
