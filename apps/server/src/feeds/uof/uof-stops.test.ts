import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { eventAttributes, openUof, uofMarket } from '../testing/uof.ts'

const RESULT = { 1: '2.0', 2: '3.4', 3: '3.6' }
const TOTAL = { 12: '1.9', 13: '1.9' }
const result = (prices: Readonly<Record<string, string>> = RESULT, status = 1) =>
  uofMarket(1, prices, { status })
const total = (prices: Readonly<Record<string, string>> = TOTAL) =>
  uofMarket(18, prices, { specifiers: 'total=2.5' })
const CORNERS = uofMarket(166, TOTAL, { specifiers: 'total=9.5' })
const LIVE = { product: 1 }
const PRE_MATCH = { product: 3 }

let harness: Harness
let uof: ReturnType<typeof openUof>
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0, sportBetDelaysMs: {}, marketBetDelaysMs: {} })
  uof = openUof(harness)
})
afterAll(async () => {
  await uof.stop()
  await harness.close()
})

const stopAll = (id: string, sent = LIVE) =>
  uof.receiveText(`<bet_stop groups="all" ${eventAttributes(id, sent)}/>`)
const onResult = async (id: string) => (await uof.placeOn(id, 'football.1x2', 'home')).code
const onTotal = async (id: string) => (await uof.placeOn(id, 'football.total', 'over')).code

describe('a stop of betting', () => {
  test('lasts for markets that no later message names', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, result() + total())
    await stopAll(id)
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'market_closed'])
    await uof.odds(id, result({ 1: '2.1', 2: '3.3', 3: '3.4' }))
    const refused = await uof.placeOn(id, 'football.total', 'over')
    expect([await onResult(id), refused.code]).toEqual(['placed', 'market_closed'])
    expect(await harness.cash(refused.playerId)).toBe(10_000)
    await uof.odds(id, total())
    expect(await onTotal(id)).toBe('placed')
    expect(await harness.verify()).toEqual([])
  })

  test('is lifted by a message that names the market at the same price', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, result() + total())
    await stopAll(id)
    await uof.odds(id, result() + total())
    expect([await onResult(id), await onTotal(id)]).toEqual(['placed', 'placed'])
    await stopAll(id)
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'market_closed'])
  })

  test('writes one row, however many markets there are', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, result() + total())
    const rows = () => harness.deps.db`
      select market.xmin::text, outcome.xmin::text as of
        from sportsbook_fixture fixture
        join sportsbook_market market on market.fixture_id = fixture.id
        join sportsbook_outcome outcome on outcome.market_id = market.id
       where fixture.feed_key = ${id} order by outcome.id`
    const before = await rows()
    await stopAll(id)
    expect(await rows()).toEqual(before)
  })

  test('of a group stops its markets, and leaves the others open', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, result() + CORNERS)
    const onCorners = async () => (await uof.placeOn(id, 'football.corners_total', 'over')).code
    expect(await onCorners()).toBe('placed')
    await uof.receiveText(`<bet_stop groups="corners|10_min" ${eventAttributes(id)}/>`)
    expect([await onResult(id), await onCorners()]).toEqual(['placed', 'market_closed'])
    await uof.odds(id, CORNERS)
    expect(await onCorners()).toBe('placed')
    // A group with unknown markets may contain any of them.
    await uof.receiveText(`<bet_stop groups="corners|score" ${eventAttributes(id)}/>`)
    expect([await onResult(id), await onCorners()]).toEqual(['market_closed', 'market_closed'])
  })

  test('of a live match is not lifted by a pre-match producer', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, result() + total(), PRE_MATCH)
    await uof.odds(id, result(), LIVE)
    await stopAll(id, LIVE)
    await uof.odds(id, result() + total(), PRE_MATCH)
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'market_closed'])
    await uof.odds(id, result() + total(), LIVE)
    expect([await onResult(id), await onTotal(id)]).toEqual(['placed', 'placed'])
  })

  test('before the match is lifted by its own producer, and affects no live market', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, result() + total(), PRE_MATCH)
    await stopAll(id, PRE_MATCH)
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'market_closed'])
    await uof.odds(id, total(), PRE_MATCH)
    expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'placed'])
    await uof.odds(id, result(), LIVE)
    await stopAll(id, PRE_MATCH)
    expect([await onResult(id), await onTotal(id)]).toEqual(['placed', 'market_closed'])
  })

  test('that arrives late is applied, and older messages do not lift it', async () => {
    const id = await uof.newEvent()
    const at = Date.now()
    await uof.odds(id, result() + total(), { ...LIVE, at })
    await uof.receiveText(`<bet_stop groups="all" ${eventAttributes(id, { ...LIVE, at: at - 20 })}/>`)
    expect(await onResult(id)).toBe('market_closed')
    await uof.receiveText(`<bet_stop groups="all" ${eventAttributes(id, { ...LIVE, at: at + 20 })}/>`)
    await uof.odds(id, result() + total(), { ...LIVE, at: at + 10 })
    expect(await onResult(id)).toBe('market_closed')
    expect(await uof.refusedOf(id)).toEqual(['out_of_order'])
  })
})

test('pre-match prices end when the match starts, even if a stop is lost; live markets stay', async () => {
  const id = await uof.newEvent()
  const inPlay = '<sport_event_status status="1" match_status="6" home_score="0" away_score="0"/>'
  const say = (inside: string) =>
    uof.receiveText(`<odds_change ${eventAttributes(id, LIVE)}>${inside}</odds_change>`)
  await uof.odds(id, result() + total() + CORNERS, PRE_MATCH)
  await uof.odds(id, result(), LIVE)
  await say(`${inPlay}<odds>${CORNERS}</odds>`)
  const onCorners = async () => (await uof.placeOn(id, 'football.corners_total', 'over')).code
  const refused = await uof.placeOn(id, 'football.total', 'over')
  expect([await onResult(id), await onCorners(), refused.code]).toEqual(['placed', 'placed', 'market_closed'])
  expect(await harness.cash(refused.playerId)).toBe(10_000)
  await uof.odds(id, total(), LIVE)
  expect(await onTotal(id)).toBe('placed')
  // Only the start ends them.
  await say(inPlay.replace('home_score="0"', 'home_score="1"'))
  expect([await onResult(id), await onCorners(), await onTotal(id)]).toEqual(['placed', 'placed', 'placed'])
  expect(await harness.verify()).toEqual([])
})

describe('a price of a market', () => {
  test('belongs to the live producer once that has priced it', async () => {
    const id = await uof.newEvent()
    await uof.odds(id, result({ 1: '2.0', 2: '3.4', 3: '3.6' }), LIVE)
    await uof.odds(id, result({ 1: '5.0', 2: '3.4', 3: '1.6' }), PRE_MATCH)
    const [home] = await harness.deps.db<{ price: number }[]>`
      select outcome.price_milli as price
        from sportsbook_outcome outcome
        join sportsbook_market market on market.id = outcome.market_id
        join sportsbook_fixture fixture on fixture.id = market.fixture_id
       where fixture.feed_key = ${id} and outcome.outcome_code = 'home'`
    expect(home?.price).toBe(2000)
    expect(await uof.refusedOf(id)).toEqual(['lower_priority'])
    await uof.odds(id, result(RESULT, -1), LIVE)
    await uof.odds(id, result(), PRE_MATCH)
    expect(await onResult(id)).toBe('market_closed')
  })
})

test('a silent producer stops only what it prices: a pre-match one no live market', async () => {
  const id = await uof.newEvent()
  await uof.odds(id, result() + total(), PRE_MATCH)
  await uof.odds(id, result(), LIVE)
  await uof.receiveText(`<alive product="3" timestamp="${Date.now()}" subscribed="1"/>`)
  await uof.receiveText(`<alive product="3" timestamp="${Date.now()}" subscribed="0"/>`)
  expect([await onResult(id), await onTotal(id)]).toEqual(['placed', 'market_closed'])
  await uof.odds(id, total(), PRE_MATCH)
  expect(await onTotal(id)).toBe('placed')
  await uof.receiveText(`<alive product="1" timestamp="${Date.now()}" subscribed="1"/>`)
  await uof.receiveText(`<alive product="1" timestamp="${Date.now()}" subscribed="0"/>`)
  expect([await onResult(id), await onTotal(id)]).toEqual(['market_closed', 'market_closed'])
})

test('a live bet is accepted while its feed is alive, whatever it sends', async () => {
  const id = await uof.newEvent()
  const inPlay = '<sport_event_status status="1" match_status="6" home_score="0" away_score="0"/>'
  await uof.receiveText(`<odds_change ${eventAttributes(id)}>${inPlay}<odds>${result()}</odds></odds_change>`)
  expect(await onResult(id)).toBe('placed')
  await harness.deps.db`update sportsbook_feed set alive_at = now() - interval '1 hour' where name = 'uof'`
  expect(await onResult(id)).toBe('market_closed')
  await uof.receiveText(`<alive product="1" timestamp="${Date.now()}" subscribed="1"/>`)
  expect(await onResult(id)).toBe('placed')
})
