import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { signingKey } from '../../platform/crypto.ts'
import { askingOf, betOn, fits, openApi } from '../testing/api.ts'
import {
  openBettors,
  addMatch,
  addPricedMatch,
  nextRequest,
  offersAt,
  openHarness,
  play,
  type Harness,
  requestFor,
} from '../testing/harness.ts'
import { sampleFixture } from '../testing/sport-samples.ts'
import { replayBet } from './read-bets.ts'
import { withOdds } from '../updates/messages.ts'
import { sportsbookSettings } from '../settings.ts'

/** Read by each call: a test may change how long an offer is held. */
const cashOut = { ...sportsbookSettings.cashOut }
let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness(
    { catalogueAgeMs: 0, betDelayMs: 300, cashOut },
    { SANDBOX_URL: 'http://127.0.0.1:9' },
  )
  app = await openApi(harness)
  await harness.fund([7, 8], 10_000)
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { read, post } = askingOf(() => app)

describe('several bets in one request', () => {
  test('are answered individually, in order', async () => {
    const { outcomes } = await addMatch(harness)
    const tickets = [
      betOn(outcomes['home']),
      betOn(outcomes['home'], { priceMilli: 2100 }),
      betOn(outcomes['draw'], { priceMilli: 3000 }),
    ]
    const { data } = await post('/api/app/sportsbook/betSlip', { tickets })
    expect(fits('POST /api/app/sportsbook/betSlip', data)).toBeUndefined()
    expect(data['answers']).toMatchObject([
      { requestId: tickets[0]?.requestId, bet: { stakeCents: 1000 }, refusal: null },
      {
        bet: null,
        refusal: { status: 5302, message: 'The odds changed to 2.00.', data: { code: 'price_changed' } },
      },
      { requestId: tickets[2]?.requestId, bet: { status: 'open' }, refusal: null },
    ])
    const again = await post('/api/app/sportsbook/betSlip', { tickets: [tickets[0]] })
    const [first] = data['answers'] as { bet: { betId: string } }[]
    expect(again.data['answers']).toMatchObject([{ bet: { betId: first?.bet.betId } }])
    const asked = await read(`/api/app/sportsbook/betRequest/${tickets[0]?.requestId}`)
    expect(asked.data).toMatchObject({ status: 'placed', bet: { betId: first?.bet.betId } })
    expect(await read(`/api/app/sportsbook/bets/${first?.bet.betId}/receipt`, '8')).toMatchObject({
      http: 404,
    })
    const { data: receipt } = await read(`/api/app/sportsbook/bets/${first?.bet.betId}/receipt`)
    expect(receipt['receipt']).toContain(tickets[0]?.requestId)
  })

  test('a receipt signed with internal ids still verifies, and is issued with public ids', async () => {
    const { outcomes } = await addMatch(harness)
    const { db, config } = harness.deps
    const playerId = await harness.newPlayer(5000)
    const placed = await harness.sportsbook.placeBet(requestFor(playerId, outcomes['home']))
    if (!placed.ok) throw new Error(placed.refusal.code)
    const { betId } = placed.value
    const path = `/api/app/sportsbook/bets/${publicIds(config, 'bet').show(Number(betId))}/receipt`
    const { data: now } = await read(path, String(playerId))
    const [, , ...words] = String(now['receipt']).split('\n')
    const before = createHmac('sha256', signingKey(config, 'receipts of bets'))
      .update([betId, playerId, ...words].join('\n'))
      .digest('base64url')
    await ownerOf(db)`update sportsbook_bet set signature = ${before} where id = ${betId}`
    expect((await read(path, String(playerId))).data).toEqual(now)
    expect((await replayBet(harness.deps, Number(betId)))?.holds).toBe(true)
  })

  test('the maximum stake of a bet is known before it is placed', async () => {
    const { outcomes } = await addMatch(harness)
    const legs = [{ outcomeId: String(outcomes['home']), priceMilli: 2000 }]
    const { data } = await post('/api/app/sportsbook/maxStake', { legs })
    expect(data).toEqual({ maxStakeCents: 5_000_000 })
  })
})

test('the refusal of a delayed bet in play can be read later, in the player’s language', async () => {
  const { outcomes, key } = await addMatch(harness)
  await harness.receive([play(key, 1, 0, 0)])
  await harness.deps.db`update sportsbook_feed set alive_at = now()`
  const ticket = betOn(outcomes['home'])
  const answer = post('/api/app/sportsbook/betPlay', ticket)
  const asked = () => read(`/api/app/sportsbook/betRequest/${ticket.requestId}`)
  await expect.poll(async () => (await asked()).data['status']).toBe('waiting')
  await harness.receive([{ kind: 'odds', key, offers: offersAt(1800) }])
  expect((await answer).data['code']).toBe('price_changed')
  const { data } = await asked()
  expect(fits('GET /api/app/sportsbook/betRequest/:requestId', data)).toBeUndefined()
  expect(data).toMatchObject({
    status: 'refused',
    code: 'price_changed',
    message: 'A odd mudou para 1,80.',
  })
})

test('a bet refused after its delay is shown with its selection and its one counter-offer', async () => {
  const { outcomes, key } = await addMatch(harness)
  await harness.receive([play(key, 1, 0, 0)])
  await harness.deps.db`update sportsbook_feed set alive_at = now()`
  const playerId = await harness.newPlayer(5000)
  const token = String(playerId)
  const ticket = betOn(outcomes['home'])
  const answer = post('/api/app/sportsbook/betPlay', ticket, token)
  const asked = async () => (await read(`/api/app/sportsbook/betRequest/${ticket.requestId}`, token)).data
  await expect.poll(async () => (await asked())['status']).toBe('waiting')
  await harness.receive([{ kind: 'odds', key, offers: offersAt(1800) }])
  const { code, ...said } = (await answer).data
  const data = await asked()
  expect(code).toBe('price_changed')
  expect(said).toMatchObject({ outcomeId: String(outcomes['home']), offer: { pricesMilli: [1800] } })
  // The same offer as given to the page before: accepted from both it is one bet.
  expect(data['detail']).toEqual(said)
  const { offerId, requestId } = said['offer'] as { offerId: string; requestId: string }
  const legs = [{ outcomeId: String(outcomes['home']), priceMilli: 1800 }]
  const placed = await post('/api/app/sportsbook/betPlay', { ...ticket, requestId, offerId, legs }, token)
  expect(placed.data).toMatchObject({ status: 'open', legs: [{ priceMilli: 1800 }] })
})

describe('a booking code', () => {
  const book = (legs: object[], own: object = {}) => post('/api/app/sportsbook/booking', { legs, ...own })
  const open = (code: unknown) => read(`/api/app/sportsbook/booking/${String(code)}`, '')

  test('opens the slip for everybody at current prices, and is the same for the same slip', async () => {
    const { outcomes, key } = await addMatch(harness)
    const other = await addMatch(harness)
    const legs = [{ outcomeId: String(outcomes['home']) }, { outcomeId: String(other.outcomes['away']) }]
    const { data } = await book(legs)
    expect(fits('POST /api/app/sportsbook/booking', data)).toBeUndefined()
    expect((await book(legs, { folds: [1, 2] })).data['code']).not.toBe(data['code'])
    expect((await post('/api/app/sportsbook/booking', { legs }, '8')).data['code']).toBe(data['code'])
    await harness.receive([{ kind: 'odds', key, offers: offersAt(2100) }])
    const opened = await open(data['code'])
    expect(fits('GET /api/app/sportsbook/booking/:code', opened.data)).toBeUndefined()
    expect(opened.data).toMatchObject({
      folds: null,
      legs: [
        { code: 'home', priceMilli: 2100, state: 'open' },
        { code: 'away', state: 'open' },
      ],
    })
    expect(JSON.stringify(opened.data)).not.toMatch(/player|stake/i)
    await harness.receive([play(key, -1, 1, 0)])
    expect((await open(data['code'])).data['legs']).toMatchObject([{ state: 'over' }, { state: 'open' }])
  })

  test('is limited per hour and player', async () => {
    const { outcomes } = await addMatch(harness)
    const legs = [{ outcomeId: String(outcomes['home']) }]
    const made = async (token: string) => (await post('/api/app/sportsbook/booking', { legs }, token)).http
    const answers: number[] = []
    for (let at = 0; at < 122; at += 1) answers.push(await made('77'))
    expect(answers.filter((http) => http === 200)).toHaveLength(120)
    expect(answers.slice(120)).toEqual([429, 429])
    expect(await made('78')).toBe(200)
  })

  test('carries a bet builder at its current price, and shows that its match is over or unknown', async () => {
    const match = await addPricedMatch(harness)
    const [home = '', over = '', away = ''] = ['1x2 home', 'total over 2.5', '1x2 away'].map((name) =>
      String(match.outcomes[name]),
    )
    const other = await addMatch(harness)
    const single = { outcomeId: String(other.outcomes['home']) }
    const { data } = await book([{ outcomeId: `${over}-${home}` }, single])
    expect((await book([{ outcomeId: `${home}-${over}` }, single])).data['code']).toBe(data['code'])
    const opened = await open(data['code'])
    expect(fits('GET /api/app/sportsbook/booking/:code', opened.data)).toBeUndefined()
    expect(opened.data).toMatchObject({
      isEachWay: false,
      unknownLegs: 0,
      legs: [
        { type: 'football.builder', priceMilli: 3150, state: 'open', selections: [{}, {}] },
        { code: 'home', selections: null },
      ],
    })
    expect((await book([{ outcomeId: `${home}-${away}` }])).data['code']).toBe('builder_impossible')
    expect((await book([{ outcomeId: `${home}-${other.outcomes['home']}` }])).data['code']).toBe(
      'builder_other_match',
    )
    await harness.receive([play(match.key, -1, 2, 1)])
    await harness.deps.db`
      insert into sportsbook_booking (code, selection, expires_at)
      values ('00000009', ${`${home}-${over},999999999`}, now() + interval '1 hour')`
    expect((await open('00000009')).data).toMatchObject({
      unknownLegs: 1,
      legs: [{ type: 'football.builder', priceMilli: null, state: 'over' }],
    })
  })

  test('stores each way if a runner can be placed', async () => {
    const race = sampleFixture('racing', { key: 'booked-race' })
    const ids = await harness.receive(withOdds(race, sportsbookSettings))
    const [winner] = await harness.deps.db<{ id: number }[]>`
      select outcome.id from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
       where market.fixture_id = ${ids.get(race.key) ?? 0} and market.type = 'racing.win' limit 1`
    const legs = [{ outcomeId: String(winner?.id) }]
    const { data } = await book(legs, { isEachWay: true })
    expect((await open(data['code'])).data).toMatchObject({ isEachWay: true, folds: null })
    expect((await book(legs)).data['code']).not.toBe(data['code'])
    const { outcomes } = await addMatch(harness)
    const nobody = [{ outcomeId: String(outcomes['home']) }]
    const { data: plain } = await book(nobody)
    expect((await book(nobody, { isEachWay: true })).data['code']).toBe(plain['code'])
  })

  test('is refused by name if expired or nonexistent', async () => {
    const { outcomes } = await addMatch(harness)
    const leg = { outcomeId: String(outcomes['draw']) }
    const { data } = await book([leg])
    await harness.deps
      .db`update sportsbook_booking set expires_at = now() where code = ${String(data['code'])}`
    expect((await open(data['code'])).status).toBe(5330)
    expect((await book([leg])).data['code']).not.toBe(data['code'])
    expect((await open('00000000')).http).toBe(404)
    expect((await book([{ outcomeId: '999999999' }])).http).toBe(404)
    expect((await book([leg, leg])).data['code']).toBe('bet_malformed')
  })
})

/** A player's balance and bets: a refusal leaves them unchanged. */
const betsAndCash = async (playerId: number) => ({
  cash: await harness.cash(playerId),
  bets: (await read('/api/app/sportsbook/bets', String(playerId))).data['bets'],
})

describe('malformed bets are refused by name, and change nothing', () => {
  type Match = Awaited<ReturnType<typeof addMatch>>
  const on = (matches: readonly Match[], codes = ['home']) =>
    matches.flatMap(({ outcomes }) =>
      codes.map((code) => ({ outcomeId: String(outcomes[code]), priceMilli: 2000 })),
    )

  test.each([
    { what: 'thirteen legs', matches: 13, code: 'parlay_limit' },
    { what: 'one leg twice', codes: ['home', 'home'], code: 'legs_related' },
    { what: 'two legs of one match', codes: ['home', 'over'], code: 'legs_related' },
    { what: 'four of three', matches: 3, own: { folds: [4] }, code: 'bet_malformed' },
    { what: 'a zero stake', own: { unitStakeCents: 0 }, field: 'unitStakeCents' },
    { what: 'a negative stake', own: { unitStakeCents: -1000 }, field: 'unitStakeCents' },
    { what: 'a fraction of a cent', own: { unitStakeCents: 1000.5 }, field: 'unitStakeCents' },
    { what: 'a match that has ended', isOver: true, code: 'market_closed' },
  ])('$what', async ({ matches: count = 1, codes, own, isOver, code, field }) => {
    const matches: Match[] = []
    for (let at = 0; at < count; at += 1) matches.push(await addMatch(harness))
    if (isOver) await harness.receive(matches.map(({ key }) => play(key, -1, 1, 0)))
    const legs = on(matches, codes)
    const playerId = await harness.newPlayer(100_000)
    const before = await betsAndCash(playerId)
    const ticket = betOn(1, { legs, accept: 'any', ...own })
    const refusal = code ? { http: 500, data: { code } } : { http: 400, data: { field } }
    expect(await post('/api/app/sportsbook/betPlay', ticket, String(playerId))).toMatchObject(refusal)
    // In a list it alone is refused; a violation of the contract refuses the whole list.
    const list = await post('/api/app/sportsbook/betSlip', { tickets: [ticket] }, String(playerId))
    expect(list).toMatchObject(
      code
        ? { http: 200, data: { answers: [{ bet: null, refusal: { data: { code } } }] } }
        : { http: 400, data: { field: `tickets.0.${field}` } },
    )
    expect(await betsAndCash(playerId)).toEqual(before)
  })
})

describe('an offer for an open bet', () => {
  /** A bet of R$ 10, and its cash-out offer. */
  const offered = async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await harness.newPlayer(1000)
    const { data } = await post('/api/app/sportsbook/betPlay', betOn(outcomes['home']), String(playerId))
    const url = `/api/app/sportsbook/cashOuts?betIds=${String(data['betId'])}`
    const offers = (await read(url, String(playerId))).data['offers'] as { quoteId: string }[]
    return { playerId, key, quoteId: offers[0]?.quoteId ?? '' }
  }
  const sellBack = (playerId: number, quoteId: string, own: object = {}) =>
    post('/api/app/sportsbook/cashOut', { requestId: nextRequest(), quoteId, ...own }, String(playerId))

  test('of another player is not found, and stays open', async () => {
    const { playerId, quoteId } = await offered()
    const stranger = await harness.newPlayer(1000)
    const before = await betsAndCash(playerId)
    expect(await sellBack(stranger, quoteId)).toMatchObject({ http: 404, data: { code: 'not_found' } })
    expect([await betsAndCash(playerId), await harness.cash(stranger)]).toEqual([before, 1000])
  })

  test('is gone once its match has decided the bet', async () => {
    const { playerId, key, quoteId } = await offered()
    await harness.receive([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    const before = await betsAndCash(playerId)
    expect(before.cash).toBe(2000)
    expect(await sellBack(playerId, quoteId)).toMatchObject({ http: 500, data: { code: 'bet_not_open' } })
    expect(await betsAndCash(playerId)).toEqual(before)
  })

  test.each([0, -1, 0.5])('for %s cents of the stake is refused, the field named', async (unitStakeCents) => {
    const { playerId, quoteId } = await offered()
    const before = await betsAndCash(playerId)
    expect(await sellBack(playerId, quoteId, { unitStakeCents })).toMatchObject({
      http: 400,
      data: { field: 'unitStakeCents' },
    })
    expect(await betsAndCash(playerId)).toEqual(before)
  })

  test('expires after its seconds', async () => {
    cashOut.quoteSeconds = -1
    const { playerId, quoteId } = await offered()
    cashOut.quoteSeconds = sportsbookSettings.cashOut.quoteSeconds
    const before = await betsAndCash(playerId)
    expect(await sellBack(playerId, quoteId)).toMatchObject({ http: 500, data: { code: 'quote_expired' } })
    expect(await betsAndCash(playerId)).toEqual(before)
  })
})

test('profit and loss cover the settled bets of each period, cash-outs included', async () => {
  await harness.fund([9], 10_000)
  const bettors = openBettors(harness)
  const [won, lost] = [await addMatch(harness), await addMatch(harness)]
  await bettors.placed(9, won.outcomes['home'])
  await bettors.placed(9, lost.outcomes['home'], { stakeCents: 3000 })
  await bettors.placed(9, lost.outcomes['draw'], { stakeCents: 500 })
  await harness.receive([play(won.key, -1, 1, 0), play(lost.key, -1, 0, 1)])
  await harness.sportsbook.settle()
  const of = async (by: string) => (await read(`/api/app/sportsbook/profit?by=${by}`, '9')).data
  const days = await of('day')
  expect(fits('GET /api/app/sportsbook/profit', days)).toBeUndefined()
  expect(days).toHaveLength(30)
  for (const periods of [days, await of('week'), await of('month')]) {
    expect((periods as unknown as object[]).at(-1)).toMatchObject({
      bets: 3,
      stakeCents: 4500,
      returnCents: 2000,
    })
  }
  expect(JSON.stringify((await read('/api/app/sportsbook/profit?by=day', '8')).data)).not.toContain('4500')
  expect((await read('/api/app/sportsbook/profit?by=year', '9')).http).toBe(400)
})

test('sixty live bets can be cancelled in an hour, and no player uses up another’s', async () => {
  const callOff = (playerId: number) =>
    post('/api/app/sportsbook/cancelBet', { requestId: nextRequest() }, String(playerId))
  const codes: unknown[] = []
  for (let at = 0; at < 61; at += 1) codes.push((await callOff(7)).data['code'])
  expect(new Set(codes.slice(0, 60))).toEqual(new Set(['bet_not_waiting']))
  expect(codes[60]).toBe('too_many_requests')
  expect((await callOff(8)).data['code']).toBe('bet_not_waiting')
})
