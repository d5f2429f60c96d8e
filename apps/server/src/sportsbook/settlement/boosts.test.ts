import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import { maxTicketStake, ticketOf } from '../betting/ticket-rules.ts'
import type { PlaceBet } from '../betting/bet-request.ts'
import { replayBet } from '../betting/read-bets.ts'
import { endBoosts, selectOpenBoosts } from '../betting/promotion-queries.ts'
import { giveBoosts } from '../betting/boosts.ts'
import { openSportsbook } from '../index.ts'
import { askingOf, fits, openApi } from '../testing/api.ts'
import type { Offer } from '../sports/adapter.ts'
import {
  addMatch,
  nextRequest,
  openHarness,
  play,
  type Harness,
  codeOf,
  parlayFor,
  requestFor,
} from '../testing/harness.ts'

const promotion = {
  from: '2020-01-01T00:00:00Z',
  until: '2099-01-01T00:00:00Z',
  minPriceMilli: 1500,
  maxCents: 10_000,
  steps: [
    { legs: 2, bps: 500 },
    { legs: 3, bps: 1000 },
  ],
}

let harness: Harness
beforeAll(async () => {
  const over = { ...promotion, until: '2020-02-01T00:00:00Z', steps: [{ legs: 2, bps: 9000 }] }
  harness = await openHarness({ betDelayMs: 0, winningsBoosts: [over, promotion] })
})
afterAll(() => harness.close())

const place = (request: PlaceBet) => harness.sportsbook.placeBet(request)

/** Over two goals at 2.00: exactly two refund the stake. */
const onTheLine: Offer = {
  type: 'football.total',
  period: 'full',
  lineQuarters: 8,
  side: null,
  outcomes: ['over', 'under'].map((code) => ({ code, priceMilli: 2000 })),
}

/** A parlay of R$ 10 on two teams and on over two goals, each at 2.00, and a function to end its matches. */
async function boostedParlay() {
  const last = await addMatch(harness, undefined, [onTheLine])
  const matches = [await addMatch(harness), await addMatch(harness), last]
  const playerId = await harness.newPlayer(1000)
  const ids = matches.map(({ outcomes }) => outcomes['home'] ?? outcomes['over:8'])
  const placed = await place(parlayFor(playerId, ids))
  const end = async (...results: readonly (readonly [number, number])[]) => {
    await harness.receive(
      results.map(([home, away], at) => play(present(matches[at], 'a match').key, -1, home, away)),
    )
    await harness.sportsbook.settle()
  }
  return { playerId, placed, end, betId: placed.ok ? Number(placed.value.betId) : 0 }
}

/** The boost paid to the player, from the ledger. */
const boostEntries = (betId: number) => harness.deps.db<{ cents: number }[]>`
  select amount_cents as cents from ledger_transfer where key like ${`boost:${betId}:%`}`

test('a parlay’s boost is paid from the gifts account, by its number of legs that are not void', async () => {
  const { playerId, placed, end, betId } = await boostedParlay()
  expect(placed).toMatchObject({
    value: { potentialReturnCents: 8700, boost: { kind: 'winnings', bps: 1000, addsCents: 700 } },
  })
  expect(await replayBet(harness.deps, betId)).toMatchObject({ holds: true })
  expect(await harness.verify()).toEqual([])
  await end([1, 0], [1, 0], [1, 1])
  expect(await harness.cash(playerId)).toBe(4150)
  await end([1, 0], [1, 0], [2, 1])
  expect(await harness.cash(playerId)).toBe(8700)
  await harness.sportsbook.settle()
  await end([1, 0], [1, 0], [0, 1])
  expect(await harness.cash(playerId)).toBe(0)
  const entries = (await boostEntries(betId)).map(({ cents }) => cents)
  expect(entries.toSorted((one, other) => one - other)).toEqual([150, 150, 700, 700])
  expect(await harness.verify()).toEqual([])
})

test('a partial cash-out of a boosted parlay pays without the boost, and removes it from the rest', async () => {
  const { playerId, end, betId } = await boostedParlay()
  const [offer] = await harness.sportsbook.cashOuts.offers(playerId, [betId])
  expect(offer?.fairCents).toBeLessThanOrEqual(1000)
  const sold = await harness.sportsbook.cashOuts.accept({
    playerId,
    requestId: nextRequest(),
    quoteId: offer?.quoteId ?? '',
    unitCents: 500,
    minShareBps: 10_000,
  })
  expect(sold.ok).toBe(true)
  expect(await harness.verify()).toEqual([])
  const before = await harness.cash(playerId)
  await end([1, 0], [1, 0], [3, 0])
  expect(await harness.cash(playerId)).toBe(before + 4000)
  expect(await harness.verify()).toEqual([])
})

test('singles, systems and legs below the minimum odds have no boost, nor has any bet where promotions are forbidden', async () => {
  const [one, other] = [await addMatch(harness), await addMatch(harness)]
  const playerId = await harness.newPlayer(10_000)
  const boostOf = async (request: PlaceBet, book = harness.sportsbook) => {
    const placed = await book.placeBet(request)
    return placed.ok ? placed.value.boost : codeOf(placed)
  }
  const ids = [one.outcomes['home'], other.outcomes['home']]
  expect(await boostOf(requestFor(playerId, ids[0]))).toBeNull()
  expect(await boostOf({ ...parlayFor(playerId, ids), folds: [1, 2] })).toBeNull()
  expect(await boostOf(parlayFor(playerId, ids))).toMatchObject({ addsCents: 150 })
  const ban = openSportsbook(harness.deps, {
    policy: policyOf(
      { COMPLIANCE_PROFILE: 'br-spa' },
      { kycBeforeBet: false, documentsBefore: [], needsOwnLimits: [] },
    ),
    settings: { winningsBoosts: [promotion] },
  })
  expect(await boostOf(parlayFor(playerId, ids), ban)).toBeNull()
})

test('the maximum stake of a boosted parlay is the highest within every limit, boost included', () => {
  const price = fc.integer({ min: 1010, max: 8000 })
  const bound = fc.integer({ min: 10_000, max: 5_000_000 })
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 2, maxLength: 6 }),
      bound,
      bound,
      bound,
      (prices, most, loss, room) => {
        const boost = { kind: 'winnings' as const, ...promotion }
        const asked = (unitStakeCents: number) => ({
          unitStakeCents,
          folds: [prices.length],
          legs: prices.map(() => ({ isBanker: false })),
        })
        const bounds = {
          maxReturnCents: most,
          maxLossCents: loss,
          exposureHeadroomCents: prices.map(() => room),
        }
        const keeps = (stake: number) => {
          const ticket = ticketOf(asked(stake), prices, boost)
          const exposed = ticket.exposures.map(({ stakeCents, returnCents }) => returnCents - stakeCents)
          return (
            ticket.potentialReturnCents <= most &&
            ticket.potentialReturnCents - stake <= loss &&
            exposed.every((cents) => cents <= room)
          )
        }
        const stake = maxTicketStake(asked(1), prices, bounds, boost)
        expect(stake === 0 || keeps(stake)).toBe(true)
        expect(keeps(Math.ceil(stake * 1.01) + 20)).toBe(false)
      },
    ),
  )
})

const bound = { maxCents: 5_000_000, leftCents: 5_000_000 }
const HALF_HOUR_MS = 1_800_000

/** A match whose home team at 2.00 is boosted to 2.20, up to R$ 15 per player. */
async function boostedPrice() {
  const match = await addMatch(harness)
  const boost = {
    requestId: nextRequest(),
    outcomeId: match.outcomes['home'] ?? 0,
    bps: 2000,
    maxStakeCents: 1500,
    endsAt: new Date(Date.now() + HALF_HOUR_MS),
  }
  const give = (own: Partial<typeof boost> = {}) =>
    harness.deps.db.begin((tx) =>
      giveBoosts(tx, { random: harness.deps.random, policy: policyOf(harness.deps.config), bound }, [
        { ...boost, ...own },
      ]),
    )
  const [given] = await give()
  return { ...match, give, given, priceBoostId: given?.ok ? given.value.boostId : '' }
}

test('a boosted price is accepted up to its maximum stake per player, and paid as placed', async () => {
  const { outcomes, key, priceBoostId } = await boostedPrice()
  const playerId = await harness.newPlayer(10_000)
  const at = (priceMilli: number, own: Partial<PlaceBet> = {}): PlaceBet => ({
    ...requestFor(playerId, outcomes['home'], { priceMilli }),
    priceBoostId,
    ...own,
  })
  expect(codeOf(await place(at(2000)))).toBe('price_changed')
  const request = at(2200)
  const placed = await place(request)
  const again = await Promise.all([place(request), place(at(2200)), place(at(2200))])
  expect(again.map(codeOf)).toEqual(['placed', 'stake_above_max', 'stake_above_max'])
  expect(placed).toMatchObject({
    value: { potentialReturnCents: 2200, boost: { kind: 'price', plainPriceMilli: 2000, addsCents: 200 } },
  })
  expect(codeOf(await place(at(2200, { unitStakeCents: 500 })))).toBe('placed')
  const betId = placed.ok ? Number(placed.value.betId) : 0
  expect(await replayBet(harness.deps, betId)).toMatchObject({ holds: true })
  // It is cashed out at its value without the boost: buying one to sell it at once does not pay.
  const [offer] = await harness.sportsbook.cashOuts.offers(playerId, [betId])
  expect(offer?.fairCents).toBeLessThanOrEqual(1000)
  await harness.receive([play(key, -1, 1, 0)])
  await harness.sportsbook.settle()
  expect(await harness.cash(playerId)).toBe(10_000 - 1500 + 3300)
  expect(await harness.verify()).toEqual([])
})

test('a boost is granted once by its request, before its match, and is refused once over or for another kind of bet', async () => {
  const { outcomes, give, given, priceBoostId } = await boostedPrice()
  const other = await addMatch(harness)
  const playerId = await harness.newPlayer(10_000)
  expect(await give()).toMatchObject([{ ok: true, value: { boostId: priceBoostId, isNew: false } }])
  expect(given).toMatchObject({ value: { isNew: true } })
  const codes = async (own: Parameters<typeof give>[0]) =>
    (await give(own)).map((one) => (one.ok ? 'given' : one.refusal.code))
  expect(await codes({ bps: 100 })).toEqual(['request_mismatch'])
  expect(await codes({ requestId: nextRequest() })).toEqual(['bad_request'])
  const late = { requestId: nextRequest(), outcomeId: other.outcomes['home'] ?? 0 }
  expect(await codes({ ...late, endsAt: new Date(Date.now() + 7_200_000) })).toEqual(['bad_request'])
  expect(await codes({ ...late, outcomeId: 1_000_000_000 })).toEqual(['not_found'])
  const single = { ...requestFor(playerId, outcomes['home'], { accept: 'any' }), priceBoostId }
  const draw = { ...requestFor(playerId, outcomes['draw'], { accept: 'any' }), priceBoostId }
  expect(codeOf(await place(draw))).toBe('price_boost_over')
  const parlay = parlayFor(playerId, [outcomes['home'], other.outcomes['home']])
  expect(codeOf(await place({ ...parlay, priceBoostId }))).toBe('bet_malformed')
  const ban = openSportsbook(harness.deps, {
    policy: policyOf(
      { COMPLIANCE_PROFILE: 'br-spa' },
      { kycBeforeBet: false, documentsBefore: [], needsOwnLimits: [] },
    ),
  })
  expect(codeOf(await ban.placeBet(single))).toBe('blocked_by_policy')
  expect(await harness.deps.db.begin((tx) => endBoosts(tx, [priceBoostId]))).toHaveLength(1)
  expect(await harness.deps.db.begin((tx) => endBoosts(tx, [priceBoostId]))).toHaveLength(0)
  expect(codeOf(await place(single))).toBe('price_boost_over')
})

test('boosts are public, and a boosted price is requested over the wire', async () => {
  const app = await openApi(harness)
  const { outcomes, priceBoostId } = await boostedPrice()
  const playerId = await harness.newPlayer(1000)
  const { read, post } = askingOf(() => app)
  const { data } = await read('/api/app/sportsbook/boosts', String(playerId))
  expect(fits('GET /api/app/sportsbook/boosts', data)).toBeUndefined()
  expect(data).toMatchObject({ winnings: [{ minPriceMilli: 1500, steps: promotion.steps }] })
  const open = await selectOpenBoosts(harness.deps.db, 50)
  expect(open.map(({ id }) => id)).toContain(priceBoostId)
  const ticket = {
    requestId: nextRequest(),
    unitStakeCents: 1000,
    legs: [{ outcomeId: String(outcomes['home']), priceMilli: 2200 }],
    accept: 'exact',
    priceBoostId,
  }
  const { legs } = ticket
  const most = async (own: object) =>
    (await post('/api/app/sportsbook/maxStake', { legs, ...own }, String(playerId))).data
  expect(await most({})).toEqual({ maxStakeCents: 5_000_000 })
  expect(await most({ priceBoostId })).toEqual({ maxStakeCents: 1500 })
  const placed = await post('/api/app/sportsbook/betPlay', ticket, String(playerId))
  expect(placed.data).toMatchObject({ boost: { kind: 'price' }, potentialReturnCents: 2200 })
  // Of the R$ 15 that one player may stake at it.
  expect(await most({ priceBoostId })).toEqual({ maxStakeCents: 500 })
  await app.close()
})

test('31.2 a price closed to bets is not boosted: its cost is unknown', async () => {
  const { give, outcomes } = await boostedPrice()
  const { db } = harness.deps
  const draw = outcomes['draw'] ?? 0
  const boostDraw = async () => {
    const [given] = await give({ requestId: nextRequest(), outcomeId: draw })
    return given?.ok === false ? given.refusal.code : 'given'
  }
  await db`update sportsbook_outcome set is_offered = false where id = ${draw}`
  expect(await boostDraw()).toBe('market_closed')
  await db`update sportsbook_outcome set is_offered = true where id = ${draw}`
  await db`update sportsbook_market set status = 'suspended'
            where id = (select market_id from sportsbook_outcome where id = ${draw})`
  expect(await boostDraw()).toBe('market_closed')
  await db`update sportsbook_market set status = 'open'
            where id = (select market_id from sportsbook_outcome where id = ${draw})`
  expect(await boostDraw()).toBe('given')
})
