import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sportsbookSettings as settings } from '../settings.ts'
import type { Accept, BetRequest } from './bet-request.ts'
import type { Quote } from './read-quotes.ts'
import type { Selection } from '../sports/adapter.ts'
import { betDelay, isOpen, maxStake, acceptQuotes } from './quote-rules.ts'

const quote = (own: Partial<Quote> = {}): Quote => ({
  outcomeId: 1,
  marketId: 1,
  fixtureId: 1,
  code: 'home',
  priceMilli: 2000,
  basePriceMilli: 2000,
  priceVersion: 1,
  previousPriceMilli: null,
  marketType: 'football.1x2',
  period: 'full',
  lineQuarters: null,
  side: null,
  marketStatus: 'open',
  selections: null,
  isOffered: true,
  sport: 'football',
  name: 'Casa',
  title: null,
  home: 'Casa',
  away: 'Fora',
  startsAt: new Date('2026-11-20T20:00:00Z'),
  isDayOnly: false,
  matchStatus: 0,
  clockPeriod: null,
  minute: null,
  state: null,
  simulated: false,
  isBeforeStart: true,
  isFeedAlive: true,
  hasFeed: true,
  limitBps: 10_000,
  scenarioBps: 10_000,
  competitionId: 1,
  participantIds: [1, 2],
  exposureHeadroomCents: Number.MAX_SAFE_INTEGER,
  outcomeReturnCents: 0,
  marketStakeCents: 0,
  at: new Date('2026-11-20T12:00:00Z'),
  ...own,
})

type Single = { stakeCents?: number; priceMilli?: number; accept?: Accept }

const request = ({ stakeCents = 1000, priceMilli = 2000, accept = 'exact' }: Single = {}): BetRequest => ({
  unitStakeCents: stakeCents,
  legs: [{ outcomeId: 1, priceMilli, isBanker: false }],
  folds: [1],
  accept,
  withinBps: accept === 'within' ? 100 : undefined,
})

const acceptQuote = (asked: BetRequest, row: Quote | undefined) => acceptQuotes(asked, () => row, settings)

const refusalOf = (own: Single, row: Quote | undefined) => {
  const answer = acceptQuote(request(own), row)
  return answer.ok ? 'taken' : answer.refusal.code
}

test.each([
  { accept: 'exact', now: 2000, is: 'taken' },
  { accept: 'exact', now: 2020, is: 'price_changed' },
  { accept: 'exact', now: 1990, is: 'price_changed' },
  { accept: 'better', now: 2020, is: 'taken' },
  { accept: 'better', now: 2000, is: 'taken' },
  { accept: 'better', now: 1990, is: 'price_changed' },
  { accept: 'within', now: 1980, is: 'taken' },
  { accept: 'within', now: 1979, is: 'price_changed' },
  { accept: 'within', now: 2500, is: 'taken' },
  { accept: 'any', now: 1990, is: 'taken' },
  { accept: 'any', now: 5000, is: 'taken' },
] as const)(
  'a player who accepts $accept prices, shown 2.00 and offered $now, is $is',
  ({ accept, now, is }) => {
    expect(refusalOf({ accept }, quote({ priceMilli: now }))).toBe(is)
  },
)

test('returns the current price when it has moved', () => {
  expect(acceptQuote(request(), quote({ priceMilli: 1850, previousPriceMilli: 2000 }))).toEqual({
    ok: false,
    refusal: {
      code: 'price_changed',
      values: { price: '1.85' },
      detail: {
        outcomeId: '1',
        priceMilli: 1850,
        alternative: { unitStakeCents: 1000, prices: [1850], atMs: quote().at.getTime(), heldIds: [1] },
      },
    },
  })
})

test.each([
  { what: 'that was offered before', previousPriceMilli: 2000, accept: 'exact', offers: true },
  { what: 'that was offered before, or better,', previousPriceMilli: 2000, accept: 'better', offers: true },
  { what: 'that another one has followed', previousPriceMilli: 1950, accept: 'exact', offers: false },
  {
    what: 'that was replaced long ago, or never offered,',
    previousPriceMilli: null,
    accept: 'exact',
    offers: false,
  },
] as const)(
  'asked at a price $what the house offers the current one: $offers',
  ({ previousPriceMilli, accept, offers }) => {
    const answer = acceptQuote(request({ accept }), quote({ priceMilli: 1850, previousPriceMilli }))
    const refusal = answer.ok ? undefined : answer.refusal
    expect(refusal?.code).toBe('price_changed')
    expect(refusal?.detail).toHaveProperty('priceMilli', 1850)
    expect('alternative' in (refusal?.detail ?? {})).toBe(offers)
  },
)

test('of any price none below the player’s own minimum', () => {
  const asked = request({ accept: 'any' })
  const least = { ...asked, legs: asked.legs.map((leg) => ({ ...leg, minPriceMilli: 1900 })) }
  const codeAt = (priceMilli: number) => {
    const answer = acceptQuote(least, quote({ priceMilli }))
    return answer.ok ? 'taken' : answer.refusal.code
  }
  expect([codeAt(1900), codeAt(1899)]).toEqual(['taken', 'price_changed'])
})

test('uses the current price, not the requested one', () => {
  const answer = acceptQuote(request({ accept: 'any' }), quote({ priceMilli: 2500 }))
  expect(answer.ok && answer.value.ticket.potentialReturnCents).toBe(2500)
})

test.each([
  { what: 'an open market before the start', row: {}, open: true },
  { what: 'a match that should have started', row: { isBeforeStart: false }, open: false },
  { what: 'a suspended market', row: { marketStatus: 'suspended' }, open: false },
  { what: 'an outcome its market is offered without', row: { isOffered: false }, open: false },
  { what: 'a closed market', row: { marketStatus: 'closed' }, open: false },
  { what: 'a settled market', row: { marketStatus: 'settled' }, open: false },
  { what: 'a match in play', row: { matchStatus: 1, isBeforeStart: false }, open: true },
  { what: 'a match in its break', row: { matchStatus: 2, isBeforeStart: false }, open: true },
  {
    what: 'a match in play whose feed is silent',
    row: { matchStatus: 3, isBeforeStart: false, isFeedAlive: false },
    open: false,
  },
  { what: 'a match that will not be played', row: { simulated: true, hasFeed: false }, open: false },
  { what: 'a match that is over', row: { matchStatus: -1, isBeforeStart: false }, open: false },
  { what: 'an interrupted match', row: { matchStatus: -13, isBeforeStart: false }, open: false },
  { what: 'a match without a known end', row: { matchStatus: -11 }, open: false },
] as const)('$what takes bets: $open', ({ row, open }) => {
  expect(isOpen(quote(row))).toBe(open)
  expect(refusalOf({}, quote(row))).toBe(open ? 'taken' : 'market_closed')
})

test('refuses an outcome that does not exist', () => {
  expect(refusalOf({}, undefined)).toBe('not_found')
})

test('refuses a stake below one real and accepts exactly one', () => {
  expect(refusalOf({ stakeCents: 99 }, quote())).toBe('stake_below_min')
  expect(refusalOf({ stakeCents: 100 }, quote())).toBe('taken')
})

test('refuses a stake that could return more than R$ 100,000 and names the maximum', () => {
  expect(acceptQuote(request({ stakeCents: 5_000_001 }), quote())).toEqual({
    ok: false,
    refusal: {
      code: 'stake_above_max',
      values: { maxCents: 5_000_000 },
      detail: {
        maxStakeCents: 5_000_000,
        alternative: { unitStakeCents: 5_000_000, prices: [2000], atMs: quote().at.getTime(), heldIds: [1] },
      },
    },
  })
})

test('no stake up to the maximum returns or loses the house more than allowed, in play or before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1001, max: 1_000_000 }),
      fc.constantFrom(0, 1, 3),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(10_000, 5000, 100),
      (priceMilli, matchStatus, share, limitBps) => {
        const max = maxStake(request(), [quote({ priceMilli, matchStatus, limitBps })], settings)
        const stakeCents = Math.max(settings.minStakeCents, Math.floor(max * share))
        const answer = acceptQuote(
          request({ stakeCents, priceMilli }),
          quote({ priceMilli, matchStatus, limitBps, isBeforeStart: matchStatus === 0 }),
        )
        fc.pre(stakeCents <= max) // at enormous prices even the minimum stake is too much
        const returned = answer.ok ? answer.value.ticket.potentialReturnCents : Number.NaN
        const maxLoss = matchStatus === 0 ? settings.maxLossCents.beforeStart : settings.maxLossCents.inPlay
        expect(returned).toBeLessThanOrEqual((settings.maxReturnCents * limitBps) / 10_000)
        expect(returned - stakeCents).toBeLessThanOrEqual((maxLoss * limitBps) / 10_000)
      },
    ),
  )
})

test('no stake up to the maximum exceeds its market’s liability limit, and one cent more is refused', () => {
  const fields = {
    priceMilli: fc.integer({ min: 1001, max: 50_000 }),
    outcomeReturnCents: fc.integer({ min: 0, max: 120_000_000 }),
    marketStakeCents: fc.integer({ min: 0, max: 60_000_000 }),
    limitBps: fc.constantFrom(10_000, 5000, 100),
  }
  fc.assert(
    fc.property(fc.record(fields), (row) => {
      const max = maxStake(request(), [quote(row)], settings)
      const costs = (stakeCents: number) =>
        row.outcomeReturnCents +
        Math.floor((stakeCents * row.priceMilli) / 1000) -
        (row.marketStakeCents + stakeCents)
      const most = (settings.maxLiabilityCents.beforeStart * row.limitBps) / 10_000
      expect(max === 0 || costs(max) <= most).toBe(true)
      const refused = acceptQuote(
        request({ stakeCents: Math.max(100, max + 1), priceMilli: row.priceMilli }),
        quote(row),
      )
      expect(refused.ok || refused.refusal.code).toBe('stake_above_max')
    }),
  )
})

test('a parlay has the tightest limits among its matches', () => {
  const other = { outcomeId: 2, marketId: 2, fixtureId: 2 }
  const parlay = {
    ...request(),
    folds: [2],
    legs: [1, 2].map((outcomeId) => ({ outcomeId, priceMilli: 2000, isBanker: false })),
  }
  const most = (...bps: readonly [number, number]) =>
    maxStake(parlay, [quote({ limitBps: bps[0] }), quote({ ...other, limitBps: bps[1] })], settings)
  // At 4.00 together R$ 25,000 return the R$ 100,000 of one ticket.
  expect(most(10_000, 10_000)).toBe(2_500_000)
  expect(most(10_000, 2000)).toBe(500_000)
  expect(most(1000, 2000)).toBe(250_000)
})

test('only a live bet waits', () => {
  expect(betDelay([quote()], settings)).toBe(0)
  expect(betDelay([quote(), quote({ matchStatus: 1 })], settings)).toBe(settings.betDelayMs)
})

test('a live bet waits by market type, else by sport, and as long as its slowest leg', () => {
  const football = { matchStatus: 1 as const, sport: 'football' }
  const total = quote({ ...football, marketType: 'football.total' })
  const result = quote({ ...football, marketType: 'football.1x2' })
  const own = {
    ...settings,
    betDelayMs: 3000,
    sportBetDelaysMs: { football: 5000 },
    marketBetDelaysMs: { 'football.total': 1000, 'football.next_goal': 9000 },
  }
  expect(betDelay([total], own)).toBe(1000)
  expect(betDelay([result], own)).toBe(5000)
  expect(betDelay([quote({ matchStatus: 1, sport: 'tennis', marketType: 'tennis.winner' })], own)).toBe(3000)
  expect(betDelay([total, result], own)).toBe(5000)
  const selected = ['football.total', 'football.1x2'].map((type) => ({ type }) as Selection)
  expect(betDelay([{ ...total, marketType: 'football.builder', selected }], own)).toBe(5000)
})

test('the place half of an each-way bet cannot be placed without the win half', () => {
  const win = quote({ marketType: 'racing.win', code: '1' })
  const place = quote({ marketType: 'racing.each_way', code: '1', outcomeId: 2, lineQuarters: 12 })
  const legs = [1, 2].map((outcomeId) => ({ outcomeId, priceMilli: 2000, isBanker: false }))
  const accept = (own: Partial<BetRequest>) => {
    const answer = acceptQuotes({ ...request(), ...own }, (id) => (id === 1 ? win : place), settings)
    return answer.ok ? 'taken' : answer.refusal.code
  }
  expect(accept({ legs, isEachWay: true })).toBe('taken')
  expect(accept({ legs: legs.slice(1) })).toBe('bet_malformed')
})

describe('two fixtures', () => {
  const first = quote()
  const relatedTo = (own: Partial<Quote>) => {
    const other = quote({ outcomeId: 2, marketId: 2, fixtureId: 2, ...own })
    const legs = [1, 2].map((outcomeId) => ({ outcomeId, priceMilli: 2000, isBanker: false }))
    const parlay = { ...request(), legs, folds: [2] }
    const answer = acceptQuotes(parlay, (id) => (id === 1 ? first : other), settings)
    return answer.ok ? 'taken' : answer.refusal.code
  }
  const hoursLater = (hours: number) => new Date(first.startsAt.getTime() + hours * 3_600_000)

  test.each([
    { what: 'of the same two sides', own: {}, is: 'legs_related' },
    {
      what: 'of the same two sides swapped',
      own: { participantIds: [2, 1] },
      is: 'legs_related',
    },
    {
      what: 'of the same two sides half a day apart',
      own: { startsAt: hoursLater(-12) },
      is: 'legs_related',
    },
    { what: 'of the same two sides a day apart', own: { startsAt: hoursLater(24) }, is: 'taken' },
    { what: 'that have one side in common', own: { participantIds: [1, 3] }, is: 'taken' },
    { what: 'that have two runners in common', own: { participantIds: [9, 2, 7, 1] }, is: 'legs_related' },
    { what: 'of two sports', own: { sport: 'tennis' }, is: 'taken' },
    {
      what: 'a match and a field that has its sides',
      own: { marketType: 'outright.winner', competitionId: 2 },
      is: 'taken',
    },
  ])('$what are $is', ({ own, is }) => {
    expect(relatedTo(own)).toBe(is)
  })
})
