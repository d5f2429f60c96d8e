import fc from 'fast-check'
import { builderPrice, isCombinable, matchGrids } from '@palpite/odds/football'
import { expect, test } from 'vitest'
import { matchStatuses } from '../sports/match-status.ts'
import { refOf } from '../sports/adapter.ts'
import { sportOf } from '../sports/table.ts'
import { sportsbookSettings } from '../settings.ts'
import { movePrices } from './move-prices.ts'
import { priceFixture } from './price-fixture.ts'

const MAX_BPS = 1000

const matches = fc
  .record({
    home: fc.double({ min: 0.3, max: 3, noNaN: true }),
    away: fc.double({ min: 0.3, max: 3, noNaN: true }),
    rho: fc.double({ min: -0.06, max: 0, noNaN: true }),
  })
  .map((model) => {
    const fixtureState = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners: [] }
    return {
      model,
      fixtureState,
      offers: priceFixture({ sport: 'football', model, ...fixtureState }, sportsbookSettings),
    }
  })

/** How much each outcome is shortened: some of a few hundred, any of them. */
const shortenings = fc.array(fc.constantFrom(0, 0, 0, 0, 100, 500, MAX_BPS), { minLength: 40, maxLength: 40 })

const moved = fc.tuple(matches, shortenings).map(([match, bps]) => {
  let next = 0
  const markets = match.offers.map((offer) => ({
    ...offer,
    outcomes: offer.outcomes.map((one) => ({ ...one, shortenedBps: bps[(next += 1) % bps.length] ?? 0 })),
  }))
  return { ...match, after: movePrices(markets) }
})

const bookOf = (prices: readonly number[]) => prices.reduce((sum, price) => sum + 1000 / price, 0)

test('moved prices stay within their limit, a book at its margin or above, and lines in order', () => {
  let shortened = 0
  let lengthened = 0
  fc.assert(
    fc.property(moved, ({ after }) => {
      for (const { market, pricesMilli } of after) {
        const before = market.outcomes.map(({ priceMilli }) => priceMilli)
        expect(bookOf(pricesMilli)).toBeGreaterThanOrEqual(bookOf(before) - 1e-12)
        for (const [at, price] of pricesMilli.entries()) {
          const was = before[at] ?? 0
          if (price < was) shortened += 1
          if (price > was) lengthened += 1
          // At most one more rung: prices are on the ladder, rounded in the house's favour.
          expect(price * 1.11).toBeGreaterThanOrEqual(was / (1 + MAX_BPS / 10_000))
        }
      }
      for (const [type, code, sign] of [
        ['football.total', 'over', 1],
        ['football.total', 'under', -1],
        ['football.asian_handicap', 'home', -1],
        ['football.asian_handicap', 'away', 1],
      ] as const) {
        const prices = after
          .filter(({ market }) => market.type === type && market.period === 'full')
          .toSorted((one, other) => (one.market.lineQuarters ?? 0) - (other.market.lineQuarters ?? 0))
          .map(
            ({ market, pricesMilli }) =>
              pricesMilli[market.outcomes.findIndex((one) => one.code === code)] ?? 0,
          )
        for (const [at, price] of prices.slice(1).entries())
          expect(sign * (price - (prices[at] ?? 0))).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 12 },
  )
  expect(shortened).toBeGreaterThan(30)
  expect(lengthened).toBeGreaterThan(30)
})

test('no price exceeds its outcome’s value before the move, nor a bet builder’s: there is no sure win', () => {
  fc.assert(
    fc.property(
      moved,
      fc.array(fc.nat(), { minLength: 2, maxLength: 3 }),
      ({ model, fixtureState, after }, picks) => {
        const fair = new Map(
          sportOf('football')
            .fair(model, fixtureState, 'all')
            .flatMap(({ market, outcomes }) =>
              outcomes.map(({ outcome, chance }) => [
                nameOf({ lineQuarters: null, side: null, ...market }, outcome),
                chance,
              ]),
            ),
        )
        const singles = after.flatMap(({ market, pricesMilli }) =>
          market.outcomes.map(({ code }, at) => ({
            name: nameOf(market, code),
            market: refOf(market),
            outcome: code,
            priceMilli: pricesMilli[at] ?? 0,
          })),
        )
        for (const { name, priceMilli } of singles)
          expect(((fair.get(name) ?? 1) * priceMilli) / 1000).toBeLessThanOrEqual(1)
        const open = singles.filter(isCombinable)
        const legs = [...new Set(picks.flatMap((pick) => open[pick % open.length] ?? []))]
        const grid = matchGrids({
          expected: model,
          clock: { phase: 'before', minute: 0 },
          score: { home: 0, away: 0 },
        })
        const priced = builderPrice(legs, { goals: grid }, { marginBps: 1000, singles })
        expect(priced.ok ? (priced.chance * priced.priceMilli) / 1000 : 0).toBeLessThan(1)
      },
    ),
    { numRuns: 10 },
  )
})

const nameOf = (
  {
    type,
    period,
    lineQuarters,
    side,
  }: { type: string; period: string; lineQuarters: number | null; side: string | null },
  code: string,
) => [type, period, lineQuarters, side, code].join('/')

test('without bets a market keeps its prices, on any rungs', () => {
  const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
  const outcomes = [1873, 3410, 4990].map((priceMilli, at) => ({
    code: `${at}`,
    priceMilli,
    shortenedBps: 0,
  }))
  expect(movePrices([{ ...market, outcomes }])[0]?.pricesMilli).toEqual([1873, 3410, 4990])
})

test('a bet at a moved price is worth no more than its stake in an immediate cash-out', () => {
  const odds = fc.integer({ min: 1020, max: 60_000 })
  const book = fc.array(odds, { minLength: 2, maxLength: 20 }).filter((all) => {
    const sum = bookOf(all)
    return sum > 1.01 && sum < 1.25
  })
  const shortened = fc.array(fc.constantFrom(0, 0, 400, MAX_BPS), { minLength: 20, maxLength: 20 })
  const longshot = { prices: [1050, 14_000, 25_000], bps: [400, 0, 0] }
  fc.assert(
    fc.property(fc.record({ prices: book, bps: shortened }), ({ prices, bps }) => {
      const outcomes = prices.map((priceMilli, at) => ({
        code: `${at}`,
        priceMilli,
        shortenedBps: bps[at] ?? 0,
      }))
      const market = {
        type: 'football.1x2',
        period: 'full',
        lineQuarters: null,
        side: null,
        outcomes,
      } as const
      // Open bets are valued at the prices before the move; proportional shares make long ones likeliest.
      const worth = prices.map((price) => 1 / price / bookOf(prices))
      for (const [at, priceMilli] of (movePrices([market])[0]?.pricesMilli ?? []).entries())
        expect((worth[at] ?? 1) * priceMilli).toBeLessThanOrEqual(1 + 1e-9)
    }),
    { numRuns: 200, examples: [[longshot]] },
  )
})
