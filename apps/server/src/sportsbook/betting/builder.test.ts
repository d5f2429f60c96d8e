import { LOST, WON } from '@palpite/odds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costlyWork } from '../../platform/costly-work.ts'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { until } from '../../../../../tools/test/until.ts'
import { askingOf, fits, homeAndOver, idsOf, openApi } from '../testing/api.ts'
import { addMatch, addPricedMatch, nextRequest, openHarness, play, type Harness } from '../testing/harness.ts'
import { replayBet } from './read-bets.ts'
import { readRisks } from '../risk/exposure-headroom.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
  app = await openApi(harness)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})
const { read, post } = askingOf(() => app)

const priceOf = async (outcomeIds: readonly string[]) =>
  post('/api/app/sportsbook/builderPrice', { outcomeIds }, '7')

/** Prices these together and bets R$ 10 on them, optionally with other legs. */
async function place(
  playerId: number,
  outcomeIds: readonly string[],
  own: { accept?: string; priceMilli?: number; others?: { outcomeId: string; priceMilli: number }[] } = {},
) {
  const { outcomeId, priceMilli } = (await priceOf(outcomeIds)).data
  const { others = [], accept = 'exact', priceMilli: asked = priceMilli } = own
  return post(
    '/api/app/sportsbook/betPlay',
    {
      requestId: nextRequest(),
      unitStakeCents: 1000,
      legs: [{ outcomeId: String(outcomeId), priceMilli: asked }, ...others],
      accept,
    },
    String(playerId),
  )
}

type WireBet = { betId: string; legs: { outcomeId: string; selections: { result: number }[] }[] }

describe('selections of one match', () => {
  test('are priced together, not as the product of their prices', async () => {
    const match = await addPricedMatch(harness)
    const { data } = await priceOf(idsOf(match, homeAndOver))
    expect(data).toMatchObject({ priceMilli: 3150 })
    expect(fits('POST /api/app/sportsbook/builderPrice', data)).toBeUndefined()
  })

  test.each([
    {
      what: 'that cannot happen together',
      names: ['1x2 home', '1x2 away'],
      code: 'builder_impossible',
      at: 1,
    },
    {
      what: 'one of which may be refunded',
      names: ['1x2 home', 'draw_no_bet home'],
      code: 'builder_not_combinable',
      at: 1,
    },
  ])('$what are refused on the leg: $code', async ({ names, code, at }) => {
    const ids = idsOf(await addPricedMatch(harness), names)
    const { data } = await priceOf(ids)
    expect(data).toMatchObject({ code, outcomeId: ids[at] })
  })

  test('of two matches, of an externally priced match, and locked ones are refused', async () => {
    const match = await addPricedMatch(harness)
    const other = await addPricedMatch(harness)
    const [home = '', over = ''] = idsOf(match, homeAndOver)
    const [away = ''] = idsOf(other, ['1x2 away'])
    expect((await priceOf([home, away])).data).toMatchObject({ code: 'builder_other_match', outcomeId: away })
    expect((await priceOf([home, home])).data).toMatchObject({ code: 'bet_malformed' })
    const unknown = [home, '9999999999999999999'].join('-')
    const legs = [{ outcomeId: unknown, priceMilli: 2000 }]
    expect((await post('/api/app/sportsbook/maxStake', { legs })).data).toMatchObject({ code: 'not_found' })
    const elsewhere = await addMatch(harness)
    const theirs = [elsewhere.outcomes['home'], elsewhere.outcomes['over']].map(String)
    expect((await priceOf(theirs)).data).toMatchObject({ code: 'builder_not_offered' })
    await harness.deps.db`
      update sportsbook_market set status = 'suspended'
       where id = (select market_id from sportsbook_outcome where id = ${Number(over)})`
    expect((await priceOf([home, over])).data).toMatchObject({ code: 'market_closed', outcomeId: over })
  })
})

describe('a bet builder', () => {
  test('is won by all its selections, and pays their joint price', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(1000)
    const ids = idsOf(match, homeAndOver)
    const placed = await place(playerId, ids)
    expect(placed.data).toMatchObject({ kind: 'single', potentialReturnCents: 3150 })
    expect(fits('POST /api/app/sportsbook/betPlay', placed.data)).toBeUndefined()
    const bet = placed.data as unknown as WireBet
    expect(bet.legs).toMatchObject([{ outcomeId: ids.join('-'), selections: [{ result: 0 }, { result: 0 }] }])
    expect(await harness.verify()).toEqual([])
    const risks = await readRisks(harness.deps.db)
    // The worst scenario is a score at which both win, whatever each costs alone.
    const risk = risks.find(({ fixtureId }) => fixtureId === match.fixtureId)
    expect(risk).toMatchObject({ costCents: 2150, score: { home: 2, away: 1 } })
    await harness.receive([play(match.key, -1, 2, 1)])
    expect(await harness.sportsbook.settle()).toBe(1)
    expect(await harness.cash(playerId)).toBe(3150)
    const { data: shown } = await read(`/api/app/sportsbook/bets/${bet.betId}`, String(playerId))
    expect(shown).toMatchObject({
      result: 10,
      legs: [{ result: 10, selections: [{ result: 10 }, { result: 10 }] }],
    })
    expect(await harness.verify()).toEqual([])
  })

  test('follows a feed’s confirmed result over our own count, until that is rolled back', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(1000)
    await place(playerId, idsOf(match, homeAndOver))
    const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
    const outcomes = [
      { code: 'home', resolution: WON },
      { code: 'draw', resolution: LOST },
      { code: 'away', resolution: LOST },
    ]
    const confirmed = {
      kind: 'settlement' as const,
      key: match.key,
      certainty: 'confirmed' as const,
      markets: [{ market, outcomes }],
    }
    await harness.receive([play(match.key, -1, 1, 2)])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(0)
    await harness.receive([confirmed])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(3150)
    await harness.receive([play(match.key, -1, 0, 3)])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(3150)
    await harness.receive([{ kind: 'rollback_settlement', key: match.key, markets: [market] }])
    await harness.sportsbook.settle()
    const [bet] = await harness.deps.db<{ status: string }[]>`
      select status from sportsbook_bet where player_id = ${playerId}`
    expect([bet?.status, await harness.cash(playerId)]).toEqual(['open', 0])
    expect(await harness.verify()).toEqual([])
  })

  test.each([
    { what: 'lost by one selection', end: [1, 0], result: 20, returns: 0 },
    { what: 'void with its match', end: undefined, result: 90, returns: 1000 },
  ] as const)('is $what', async ({ end, result, returns }) => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(1000)
    const { data } = await place(playerId, idsOf(match, homeAndOver))
    await harness.receive([
      end ? play(match.key, -1, end[0], end[1]) : { ...play(match.key, -10, 0, 0), state: null },
    ])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(returns)
    const { data: shown } = await read(
      `/api/app/sportsbook/bets/${(data as unknown as WireBet).betId}`,
      String(playerId),
    )
    expect(shown).toMatchObject({ result })
    expect(await harness.verify()).toEqual([])
  })

  test('is void if one of its selections is cancelled, whatever the others became', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(1000)
    await place(playerId, idsOf(match, homeAndOver))
    const market = { type: 'football.total', period: 'full', lineQuarters: 10, side: null } as const
    await harness.receive([
      {
        kind: 'bet_cancel',
        key: match.key,
        markets: [market],
        from: null,
        until: null,
        reason: 'wrong line',
      },
    ])
    await harness.receive([play(match.key, -1, 0, 1)])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(1000)
    expect(await harness.verify()).toEqual([])
  })

  test('is neither priced nor accepted while current bets on one of its selections are void', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(2000)
    const ids = idsOf(match, homeAndOver)
    const market = { type: 'football.total', period: 'full', lineQuarters: 10, side: null } as const
    const window = { key: match.key, markets: [market], from: null, until: null }
    const legs = [{ outcomeId: ids.join('-'), priceMilli: 3150 }]
    const send = async () =>
      (
        await post(
          '/api/app/sportsbook/betPlay',
          { requestId: nextRequest(), unitStakeCents: 1000, legs, accept: 'exact' },
          String(playerId),
        )
      ).data
    await harness.receive([{ ...window, kind: 'bet_cancel', reason: 'wrong line' }])
    expect((await priceOf(ids)).data).toMatchObject({ code: 'market_closed' })
    expect(await send()).toMatchObject({ code: 'market_closed', outcomeId: ids[1] })
    expect(await harness.cash(playerId)).toBe(2000)
    await harness.receive([{ ...window, kind: 'rollback_cancel' }])
    expect(await send()).toMatchObject({ potentialReturnCents: 3150 })
  })

  test('is one leg of a parlay with other matches, and cannot be beside another of its match', async () => {
    const match = await addPricedMatch(harness)
    const other = await addMatch(harness)
    const playerId = await harness.newPlayer(2000)
    const ids = idsOf(match, homeAndOver)
    const others = [{ outcomeId: String(other.outcomes['home']), priceMilli: 2000 }]
    expect((await place(playerId, ids, { others })).data).toMatchObject({
      kind: 'parlay',
      folds: [2],
      potentialReturnCents: 6300,
    })
    const [away = ''] = idsOf(match, ['1x2 away'])
    const related = await place(playerId, ids, {
      others: [{ outcomeId: away, priceMilli: 2000 }],
      accept: 'any',
    })
    expect(related.data).toMatchObject({ code: 'legs_related', outcomeId: away })
    await harness.receive([play(match.key, -1, 3, 0), play(other.key, -1, 1, 0)])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(7300)
    expect(await harness.verify()).toEqual([])
  })

  test('is accepted at the current price, not the requested one', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(2000)
    const ids = idsOf(match, homeAndOver)
    const refused = await place(playerId, ids, { priceMilli: 9000 })
    expect(refused.data).toMatchObject({ code: 'price_changed', priceMilli: 3150, outcomeId: ids.join('-') })
    expect((await place(playerId, ids, { priceMilli: 9000, accept: 'any' })).data).toMatchObject({
      potentialReturnCents: 3150,
    })
  })

  test('is locked with one of its selections, and can be cashed out while open', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(2000)
    const ids = idsOf(match, homeAndOver)
    const { data } = await place(playerId, ids)
    const bet = data as unknown as WireBet
    const { data: receipt } = await read(`/api/app/sportsbook/bets/${bet.betId}/receipt`, String(playerId))
    expect(receipt['receipt']).toContain(`-${ids.join('-')},`)
    const betId = (
      await harness.deps.db<{ id: number }[]>`
      select id from sportsbook_bet where player_id = ${playerId}`
    )[0]?.id
    expect(await replayBet(harness.deps, betId ?? 0)).toMatchObject({ holds: true })
    const [offer] = await harness.sportsbook.cashOuts.offers(playerId, [betId ?? 0])
    // R$ 31.50 times 28.45 %, minus the house's share.
    expect(offer).toMatchObject({ fairCents: 896, offerCents: 851 })
    await harness.deps.db`
      update sportsbook_market set status = 'suspended'
       where id = (select market_id from sportsbook_outcome where id = ${Number(ids[1])})`
    expect((await place(playerId, ids, { accept: 'any', priceMilli: 3150 })).data).toMatchObject({
      code: 'market_closed',
    })
    const legs = [{ outcomeId: ids.join('-'), priceMilli: 3150 }]
    const locked = await post(
      '/api/app/sportsbook/betPlay',
      { requestId: nextRequest(), unitStakeCents: 1000, legs, accept: 'any' },
      String(playerId),
    )
    expect(locked.data).toMatchObject({ code: 'market_closed', outcomeId: ids.join('-') })
    expect(await harness.sportsbook.cashOuts.offers(playerId, [betId ?? 0])).toEqual([])
    await harness.deps.db`
      update sportsbook_market set status = 'open'
       where id = (select market_id from sportsbook_outcome where id = ${Number(ids[1])})`
    const sold = await harness.sportsbook.cashOuts.accept({
      playerId,
      requestId: nextRequest(),
      unitCents: undefined,
      minShareBps: 10_000,
      quoteId: offer?.quoteId ?? '',
    })
    expect(sold).toMatchObject({ ok: true, value: { paidCents: 851 } })
    expect(await harness.verify()).toEqual([])
  })

  test('repeated after its match returns the same bet, and no second one', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(2000)
    const legs = [{ outcomeId: idsOf(match, homeAndOver).join('-'), priceMilli: 3150 }]
    const body = { requestId: nextRequest(), unitStakeCents: 1000, legs, accept: 'exact' }
    const send = () => post('/api/app/sportsbook/betPlay', body, String(playerId))
    const [first] = await Promise.all([send(), send(), send()])
    await harness.receive([play(match.key, -1, 0, 1)])
    await harness.sportsbook.settle()
    const again = await send()
    expect(again.data).toMatchObject({ betId: first.data['betId'], result: 20 })
    expect(await harness.cash(playerId)).toBe(1000)
  })

  test('is in no market list, and feed prices do not change it', async () => {
    const match = await addPricedMatch(harness)
    const playerId = await harness.newPlayer(1000)
    const before = await harness.sportsbook.readAllMarkets([match.fixtureId])
    await place(playerId, idsOf(match, homeAndOver))
    expect(await harness.sportsbook.readAllMarkets([match.fixtureId])).toEqual(before)
    await harness.receive([{ kind: 'odds', key: match.key, offers: [] }])
    const rows = await harness.deps.db<{ status: string }[]>`
      select status from sportsbook_market where fixture_id = ${match.fixtureId} and selections is not null`
    expect(rows).toEqual([{ status: 'open' }])
  })
})

test('31.3 builder quotes are queued, however they are requested; other legs never wait', async () => {
  const match = await addPricedMatch(harness)
  const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
  const builder = idsOf(match, homeAndOver).join('-')
  const single = String(match.outcomes['1x2 home'])
  const { each } = costlyWork.builder
  /** How many of this many concurrent requests are refused while no price can be read. */
  const putOff = async (ask: () => Promise<{ statusCode: number }>, expected: number) => {
    const answered: number[] = []
    const asked = await ownerOf(harness.deps.db).begin(async (tx) => {
      await tx`lock table sportsbook_outcome in access exclusive mode`
      const all = Array.from({ length: each + 5 }, async () => {
        const { statusCode } = await ask()
        answered.push(statusCode)
        return statusCode
      })
      await until('the refused ones', () => answered.length >= expected)
      return { all }
    })
    return (await Promise.all(asked.all)).filter((statusCode) => statusCode === 503).length
  }
  const send = (path: string, payload: object) => () =>
    app.inject({
      method: 'POST',
      url: `/api/app/sportsbook/${path}`,
      headers: { authorization: String(playerId) },
      payload,
    })
  const maxStake = (outcomeId: string) => send('maxStake', { legs: [{ outcomeId, priceMilli: 2000 }] })
  const booking = (outcomeId: string) => send('booking', { legs: [{ outcomeId }] })
  const booked = await post('/api/app/sportsbook/booking', { legs: [{ outcomeId: builder }] }, String(other))
  const open = () => app.inject(`/api/app/sportsbook/booking/${String(booked.data['code'])}`)
  for (const ask of [maxStake(builder), booking(builder), open]) expect(await putOff(ask, 5)).toBe(5)
  for (const ask of [maxStake(single), booking(single)]) expect(await putOff(ask, 0)).toBe(0)
})
