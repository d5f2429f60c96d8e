import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicIds } from '../platform/public-ids.ts'
import { askingOf, betOn, fits, openApi } from './testing/api.ts'
import { addMatch, nextRequest, openHarness, play, type Harness, requestFor } from './testing/harness.ts'

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness({ catalogueAgeMs: 0 }, { SANDBOX_URL: 'http://127.0.0.1:9' })
  app = await openApi(harness)
  await harness.fund([7, 8], 10_000)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

describe('the catalogue', () => {
  test('lists the sports that have a competition, with counts, and no others', async () => {
    await addMatch(harness)
    const { data } = await read('/api/app/sportsbook/sports', '')
    expect(fits('GET /api/app/sportsbook/sports', data)).toBeUndefined()
    const sports = data as unknown as { sport: string; coming: number }[]
    expect(sports.map(({ sport }) => sport)).toEqual(['football']) // no other sport has a competition
    expect(sports[0]?.coming).toBeGreaterThan(0)
  })

  test('publishes the settings bets depend on, and no others', async () => {
    const { data } = await read('/api/app/sportsbook/rules', '')
    expect(fits('GET /api/app/sportsbook/rules', data)).toBeUndefined()
    expect(data).toEqual({
      minStakeCents: 100,
      maxReturnCents: 10_000_000,
      betDelayMs: 3000,
      offerSeconds: 8,
      minCashOutCents: 100,
      freeBetTimes: 2,
    })
  })

  test('lists fixtures by competition with their main markets, as the contract says', async () => {
    const { fixtureId, key } = await addMatch(harness)
    await harness.receive([play(key, 1, 1, 0)])
    for (const when of ['live', 'today', 'tomorrow', 'week']) {
      const { data } = await read(`/api/app/sportsbook/fixtures?sport=football&when=${when}`, '')
      expect(fits('GET /api/app/sportsbook/fixtures', data)).toBeUndefined()
      if (when !== 'live') continue
      const [group] = data as unknown as { competition: string; fixtures: { fixtureId: string }[] }[]
      expect(group?.competition).toBe('Copa')
      expect(group?.fixtures.map((one) => one.fixtureId)).toContain(String(fixtureId))
    }
  })

  test('shows one fixture with all its markets, and its results once settled', async () => {
    const { fixtureId, key } = await addMatch(harness)
    const before = await read(`/api/app/sportsbook/fixture/${fixtureId}`, '')
    expect(fits('GET /api/app/sportsbook/fixture/:fixtureId', before.data)).toBeUndefined()
    expect(before.data).toMatchObject({ matchStatus: 0, marketCount: 2, homeScore: null })
    await harness.receive([play(key, -1, 2, 0)])
    await harness.sportsbook.settle()
    const { data } = await read(`/api/app/sportsbook/fixture/${fixtureId}`, '')
    expect(fits('GET /api/app/sportsbook/fixture/:fixtureId', data)).toBeUndefined()
    const [market] = data['markets'] as { status: string; outcomes: { code: string; result: number }[] }[]
    expect(market?.status).toBe('settled')
    expect(market?.outcomes.map(({ code, result }) => [code, result])).toEqual([
      ['home', 10],
      ['draw', 20],
      ['away', 20],
    ])
  })

  test.each(['999999', '999999999999999999'])('has no fixture %s', async (id) => {
    expect(await read(`/api/app/sportsbook/fixture/${id}`, '')).toMatchObject({ http: 404, status: 404 })
  })

  test.each([
    'sport=chess&when=live',
    'sport=football&when=ever',
    'sport=football',
    'sport=football&when=live&x=1',
  ])('refuses the query %s', async (query) => {
    expect((await read(`/api/app/sportsbook/fixtures?${query}`, '')).http).toBe(400)
  })
})

describe('a bet', () => {
  test('is placed, shown in the list and alone, and to nobody else', async () => {
    const { outcomes } = await addMatch(harness)
    const placed = await post('/api/app/sportsbook/betPlay', betOn(outcomes['home']))
    expect(placed).toMatchObject({ http: 200, status: 200 })
    expect(fits('POST /api/app/sportsbook/betPlay', placed.data)).toBeUndefined()
    const betId = String(placed.data['betId'])
    expect(betId).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/) // reveals no number of bets
    const own = await read(`/api/app/sportsbook/bets/${betId}`)
    expect(own.data).toEqual(placed.data)
    const list = await read('/api/app/sportsbook/bets?status=open')
    expect(fits('GET /api/app/sportsbook/bets', list.data)).toBeUndefined()
    expect((list.data['bets'] as { betId: string }[])[0]?.betId).toBe(betId)
    expect(await read(`/api/app/sportsbook/bets/${betId}`, '8')).toMatchObject({ http: 404 })
    expect((await read('/api/app/sportsbook/bets', '8')).data).toEqual({ bets: [], next: null })
  })

  test('is refused with the status, the text and the detail of its refusal', async () => {
    const { outcomes } = await addMatch(harness)
    expect(
      await post('/api/app/sportsbook/betPlay', betOn(outcomes['home'], { priceMilli: 2100 })),
    ).toMatchObject({
      http: 500,
      status: 5302,
      message: 'The odds changed to 2.00.',
      data: { code: 'price_changed', priceMilli: 2000 },
    })
    expect(
      await post('/api/app/sportsbook/betPlay', betOn(outcomes['home'], { unitStakeCents: 99 })),
    ).toMatchObject({
      status: 5303,
      message: 'The minimum stake is R$1.00.',
    })
    const poor = betOn(outcomes['home'], { unitStakeCents: 10_001 })
    expect(await post('/api/app/sportsbook/betPlay', poor)).toMatchObject({ http: 500, status: 9999 })
    expect(await post('/api/app/sportsbook/betPlay', betOn(999_999_999))).toMatchObject({ http: 404 })
  })

  test.each([
    ['unitStakeCents', -1000],
    ['unitStakeCents', 0],
    ['unitStakeCents', 10.5],
    ['unitStakeCents', '1000'],
    ['unitStakeCents', 1e15],
    ['accept', 'worse'],
    ['requestId', 'short'],
    ['extra', 1],
  ])('with %s = %s is refused with the field named, and nothing changes', async (field, value) => {
    const { outcomes } = await addMatch(harness)
    const before = await harness.cash(7)
    const answer = await post('/api/app/sportsbook/betPlay', betOn(outcomes['home'], { [field]: value }))
    expect(answer).toMatchObject({ http: 400, status: 400, data: { field } })
    expect(await harness.cash(7)).toBe(before)
  })

  test.each([
    ['priceMilli', 1000],
    ['priceMilli', 2.5],
    ['outcomeId', '-1'],
    ['outcomeId', '1; drop table'],
    ['isBanker', 1],
    ['extra', 1],
  ])(
    'with a leg whose %s = %s is refused with the field named, and nothing changes',
    async (field, value) => {
      const { outcomes } = await addMatch(harness)
      const leg = { outcomeId: String(outcomes['home']), priceMilli: 2000, [field]: value }
      const answer = await post('/api/app/sportsbook/betPlay', betOn(outcomes['home'], { legs: [leg] }))
      expect(answer).toMatchObject({ http: 400, status: 400, data: { field: `legs.0.${field}` } })
    },
  )

  test('needs a player', async () => {
    expect(await post('/api/app/sportsbook/betPlay', betOn(1), '')).toMatchObject({
      http: 401,
      status: 40101,
    })
  })
})

test('the list of bets is read page by page, newest first, each bet once', async () => {
  const { outcomes } = await addMatch(harness)
  await harness.fund([9], 100_000)
  for (let at = 0; at < 45; at += 1) {
    await harness.sportsbook.placeBet(requestFor(9, outcomes['home'], { stakeCents: 100 }))
  }
  const pages: string[][] = []
  let cursor: string | null = ''
  do {
    const { data } = await read(`/api/app/sportsbook/bets${cursor && `?cursor=${cursor}`}`, '9')
    pages.push((data['bets'] as { betId: string }[]).map((bet) => bet.betId))
    cursor = data['next'] as string | null
  } while (cursor)
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5])
  const shownIds = publicIds(harness.deps.config, 'bet')
  const ids = pages.flat().map((id) => shownIds.read(id))
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  expect(new Set(ids).size).toBe(45)
  const made = await read('/api/app/sportsbook/bets?cursor=0123456789ABC', '9')
  expect(made.data).toEqual({ bets: [], next: null })
  expect((await read('/api/app/sportsbook/bets?cursor=7', '9')).http).toBe(400)
})

test('bets are filtered by their result', async () => {
  await harness.fund([10], 10_000)
  const match = await addMatch(harness)
  const later = await addMatch(harness)
  for (const outcome of [match.outcomes['home'], match.outcomes['away'], later.outcomes['home']]) {
    await post('/api/app/sportsbook/betPlay', betOn(outcome, { accept: 'any' }), '10')
  }
  await harness.receive([play(match.key, -1, 1, 0)])
  await harness.sportsbook.settle()
  const results = async (status: string) => {
    const { data } = await read(`/api/app/sportsbook/bets?status=${status}`, '10')
    return (data['bets'] as { result: number }[]).map(({ result }) => result)
  }
  expect(await results('open')).toEqual([0])
  expect(await results('settled')).toEqual([20, 10])
  expect(await results('won')).toEqual([10])
  expect(await results('lost')).toEqual([20])
  const { data } = await read('/api/app/sportsbook/bets?status=open', '10')
  const [open] = data['bets'] as { betId: string }[]
  const offers = await read(`/api/app/sportsbook/cashOuts?betIds=${open?.betId}`, '10')
  const [offer] = offers.data['offers'] as { quoteId: string }[]
  await post('/api/app/sportsbook/cashOut', { requestId: nextRequest(), quoteId: offer?.quoteId }, '10')
  await post('/api/app/sportsbook/betPlay', betOn(later.outcomes['away'], { accept: 'any' }), '10')
  await harness.receive([{ ...play(later.key, -10, 0, 0), state: null }])
  await harness.sportsbook.settle()
  expect(await results('open')).toEqual([])
  expect(await results('cashed_out')).toHaveLength(1)
  expect(await results('refunded')).toEqual([90])
  const within = async (days: number) =>
    (await read(`/api/app/sportsbook/bets?days=${days}`, '10')).data['bets']
  await harness.deps.db`
    with sold as (
      select id from sportsbook_bet where player_id = 10 and status = 'cashed_out'
    ), earlier as (
      insert into sportsbook_bet overriding system value
      select (jsonb_populate_record(bet, jsonb_build_object(
               'id', nextval(pg_get_serial_sequence('sportsbook_bet', 'id')), 'request_id', 'of a week ago',
               'placed_at', now() - interval '8 days'))).*
        from sportsbook_bet bet where id in (select id from sold)
      returning id
    )
    insert into sportsbook_leg
    select (jsonb_populate_record(leg, jsonb_build_object('bet_id', earlier.id))).*
      from earlier, sportsbook_leg leg where leg.bet_id in (select id from sold)`
  expect(await within(7)).toHaveLength(4)
  expect(await within(30)).toHaveLength(5)
})

test('bets are searched by day, sport and odds', async () => {
  await harness.fund([11], 10_000)
  const [match, later] = [await addMatch(harness), await addMatch(harness)]
  const key = 'match:tennis'
  const participants = [{ name: 'Ana Jatobá' }, { name: 'Bia Cedro' }]
  const fixture = { kind: 'fixture', key, sport: 'tennis', competition: 'Aberto', title: null } as const
  const startsAt = new Date(Date.now() + 3_600_000)
  const winner = { type: 'tennis.winner', period: 'full', lineQuarters: null, side: null } as const
  const prices = [
    { code: 'home', priceMilli: 1500 },
    { code: 'away', priceMilli: 2500 },
  ]
  await harness.receive([
    { ...fixture, participants, startsAt, model: null, play: null },
    { kind: 'odds', key, offers: [{ ...winner, outcomes: prices }] },
  ])
  const [player] = await harness.deps.db<{ id: number }[]>`
    select outcome.id from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
     where market.type = 'tennis.winner' and outcome.outcome_code = 'home'`
  const place = async (ticket: object) => {
    const { data } = await post('/api/app/sportsbook/betPlay', ticket, '11')
    return String(data['betId'])
  }
  const legOf = (id: number | undefined, priceMilli: number) => ({ outcomeId: String(id), priceMilli })
  const football = await place(betOn(match.outcomes['draw'], { priceMilli: 3000 }))
  const tennis = await place(betOn(player?.id, { priceMilli: 1500 }))
  const legs = [legOf(player?.id, 1500), legOf(later.outcomes['away'], 4000)]
  const both = await place(betOn(undefined, { legs, folds: [2] }))
  // A quarter of an hour before midnight in Brasília, the next day in UTC.
  const [{ betId: old } = { betId: 0 }] = await harness.deps.db<{ betId: number }[]>`
    with one as (
      insert into sportsbook_bet overriding system value
      select (jsonb_populate_record(bet, jsonb_build_object(
               'id', nextval(pg_get_serial_sequence('sportsbook_bet', 'id')), 'request_id', 'of another day',
               'placed_at', '2026-03-10T02:45:00Z'))).*
        from sportsbook_bet bet where player_id = 11 and potential_return_cents = 3000
      returning id
    )
    insert into sportsbook_leg
    select (jsonb_populate_record(leg, jsonb_build_object('bet_id', one.id))).*
      from one, sportsbook_leg leg
     where leg.bet_id in (select id from sportsbook_bet where player_id = 11 and potential_return_cents = 3000)
    returning bet_id as "betId"`
  const earlier = publicIds(harness.deps.config, 'bet').show(old)
  const found = async (query: string) => {
    const { data } = await read(`/api/app/sportsbook/bets?${query}`, '11')
    return (data['bets'] as { betId: string }[]).map(({ betId }) => betId)
  }
  expect(await found('sport=tennis')).toEqual([both, tennis])
  expect(await found('sport=football')).toEqual([earlier, both, football])
  expect(await found('sport=cricket')).toEqual([])
  expect(await found('fromOddsMilli=1500&belowOddsMilli=3000')).toEqual([tennis])
  expect(await found('fromOddsMilli=3000&belowOddsMilli=6000')).toEqual([earlier, football])
  expect(await found('fromOddsMilli=6000')).toEqual([both])
  expect(await found('from=2026-03-09&until=2026-03-09')).toEqual([earlier])
  expect(await found('from=2026-03-10&until=2026-03-10')).toEqual([])
  expect(await found('from=2026-03-10')).toEqual([both, tennis, football])
  expect(await found('until=2026-03-31&sport=football&status=open&belowOddsMilli=3001')).toEqual([earlier])
  for (const wrong of ['sport=chess', 'from=yesterday', 'fromOddsMilli=1.5', 'belowOddsMilli=999'])
    expect((await read(`/api/app/sportsbook/bets?${wrong}`, '11')).http).toBe(400)
})

test('31.3 a search scans a limited number of bets per page, and the next page continues there', async () => {
  await harness.fund([13], 10_000)
  const [match, later] = [await addMatch(harness), await addMatch(harness)]
  const legs = [match, later].map(({ outcomes }) => ({
    outcomeId: String(outcomes['draw']),
    priceMilli: 3000,
  }))
  const { data: placed } = await post(
    '/api/app/sportsbook/betPlay',
    betOn(undefined, { legs, folds: [2] }),
    '13',
  )
  await post('/api/app/sportsbook/betPlay', betOn(match.outcomes['draw'], { priceMilli: 3000 }), '13')
  await harness.deps.db`
    insert into sportsbook_bet overriding system value
    select (jsonb_populate_record(bet, jsonb_build_object(
             'id', nextval(pg_get_serial_sequence('sportsbook_bet', 'id')), 'request_id', 'one of many ' || nr))).*
      from sportsbook_bet bet, generate_series(1, 5000) nr
     where player_id = 13 and potential_return_cents = 3000`
  const search = async (cursor: string) =>
    (await read(`/api/app/sportsbook/bets?fromOddsMilli=6000${cursor}`, '13')).data
  const first = await search('')
  expect(first).toMatchObject({ bets: [], next: expect.stringMatching(/^[0-9A-Z]{13}$/) as string })
  const second = await search(`&cursor=${String(first['next'])}`)
  expect(second).toMatchObject({ bets: [{ betId: placed['betId'] }], next: null })
})
