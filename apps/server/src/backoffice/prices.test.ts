import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMatch, feedReceiver } from '../sportsbook/testing/harness.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let trader: Awaited<ReturnType<typeof harness.operatorWith>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
  trader = await harness.operatorWith('trader@house.example', ['markets.suspend', 'prices.keep'])
})
afterAll(() => harness.close())

const REASON = 'the keeper is injured'
let made = 0
const requestId = () => `price-request-${String((made += 1)).padStart(10, '0')}`

type Price = {
  priceMilli: number
  automaticMilli: number
  version: number
  isOpen: boolean
  bounds: { minMilli: number; maxMilli: number } | null
  byHand: { operatorId: number; until: string } | null
}

const newMatch = async () => {
  const { deps } = harness
  const match = await addMatch({ deps, receive: feedReceiver(deps) })
  return { ...match, home: match.outcomes['home'] ?? 0 }
}
const read = async (outcomeId: number) =>
  (await harness.call(`GET /api/backoffice/trading/outcomes/${outcomeId}`, { token: trader.token }))
    .data as unknown as Price
const set = (outcomeId: number, body: object, token = trader.token) =>
  harness.call(`POST /api/backoffice/trading/outcomes/${outcomeId}/price`, {
    token,
    body: { requestId: requestId(), version: 1, priceMilli: 1900, reason: REASON, ...body },
  })
const auditOf = async (marketId: string) =>
  (
    (await harness.call(`GET /api/backoffice/audit?subject=market:${marketId}`, { token: harness.rootToken }))
      .data as unknown as { items: { action: string; details: object }[] }
  ).items

test('a trader sets a price by hand and takes it back: the grid says who and until when, and both are audited', async () => {
  const { fixtureId, home } = await newMatch()
  const before = await read(home)
  expect(before).toMatchObject({
    priceMilli: 2000,
    automaticMilli: 2000,
    isOpen: true,
    bounds: { minMilli: 1600 },
    byHand: null,
  })
  expect((await set(home, { version: before.version })).http).toBe(200)
  const after = await read(home)
  expect(after).toMatchObject({ priceMilli: 1900, automaticMilli: 2000, version: before.version + 1 })
  const left = Date.parse(after.byHand?.until ?? '') - Date.now()
  expect(left).toBeGreaterThan(14 * 60_000)
  expect(left).toBeLessThanOrEqual(15 * 60_000)

  const grid = await harness.call(`GET /api/backoffice/trading/fixtures/${fixtureId}`, {
    token: trader.token,
  })
  const [market] = (grid.data as unknown as { markets: { marketId: string; outcomes: object[] }[] }).markets
  expect(market?.outcomes).toMatchObject([
    { code: 'home', priceMilli: 1900, byHand: after.byHand },
    { code: 'draw', byHand: null },
    { code: 'away', byHand: null },
  ])

  expect((await set(home, { version: after.version, priceMilli: null })).http).toBe(200)
  expect(await read(home)).toMatchObject({ priceMilli: 2000, byHand: null })
  expect(await auditOf(market?.marketId ?? '')).toMatchObject([
    {
      action: 'price.taken_back',
      details: {
        before: { priceMilli: 1900, handUntil: after.byHand?.until },
        after: { priceMilli: 2000, handUntil: null },
      },
    },
    {
      action: 'price.set_by_hand',
      details: {
        outcomeId: home,
        code: 'home',
        automaticMilli: 2000,
        before: { priceMilli: 2000, handUntil: null },
        after: { priceMilli: 1900, handUntil: after.byHand?.until },
        reason: REASON,
      },
    },
  ])
})

test('31.7 a price sent 200 times at once is set once, and its request id belongs to one price and reason', async () => {
  const { home } = await newMatch()
  const { version } = await read(home)
  const body = { version, requestId: requestId() }
  const sent = await Promise.all(Array.from({ length: 200 }, () => set(home, body)))
  expect(new Set(sent.map(({ http }) => http))).toEqual(new Set([200]))
  expect((await read(home)).version).toBe(version + 1)
  expect((await set(home, { ...body, priceMilli: 1890 })).code).toBe('request_mismatch')
  expect((await set(home, { ...body, reason: 'another reason' })).code).toBe('request_mismatch')
  expect((await set(home, { ...body, version: version + 1 })).code).toBe('request_mismatch')
})

test('a price is refused over a newer one, out of its bounds, without the permission or a reason', async () => {
  const { home } = await newMatch()
  const { version, bounds } = await read(home)
  expect((await set(home, { version: version + 1 })).code).toBe('price_edit_outdated')
  expect((await set(home, { version, priceMilli: (bounds?.maxMilli ?? 0) + 10 })).code).toBe('price_too_far')
  expect((await set(home, { version, priceMilli: (bounds?.minMilli ?? 0) - 10 })).code).toBe('price_too_far')
  expect((await set(home, { version, reason: '   ' })).code).toBe('bad_request')
  expect((await set(999_999, {})).code).toBe('not_found')
  const reader = await harness.operatorWith('suspends@house.example', ['markets.suspend'])
  expect((await set(home, { version }, reader.token)).code).toBe('forbidden')
  expect((await read(home)).byHand).toBeNull()
})
