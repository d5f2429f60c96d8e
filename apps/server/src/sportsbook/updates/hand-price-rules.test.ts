import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOf, handBounds } from './hand-price-rules.ts'

const market = (prices: readonly number[], own: object = {}) =>
  prices.map((automaticMilli, at) => ({
    outcomeId: at + 1,
    automaticMilli,
    isOffered: true,
    handMilli: null,
    maxBps: null,
    isOver: false,
    isOpen: true,
    ...own,
  }))

describe('the bounds of a price by hand', () => {
  test.each([
    // Two prices of 1.90: without the margin 2.00, which is less than a fifth longer.
    { prices: [1900, 1900], at: 1, minMilli: 1520, maxMilli: 2000 },
    // A book of exactly one gives no room to lengthen.
    { prices: [2000, 2000], at: 1, minMilli: 1600, maxMilli: 2000 },
    // Two winners: the price without margin is unknown, so it may only be shortened.
    { prices: [1300, 1300, 1300], at: 1, minMilli: 1040, maxMilli: 1300 },
    { prices: [1020, 15_000], at: 1, minMilli: 1010, maxMilli: 1020 },
  ])('of $prices are $minMilli to $maxMilli', ({ prices, at, ...bounds }) => {
    expect(handBounds(market(prices), 2000).get(at)).toEqual(bounds)
  })

  test('never let a market make a sure win, and hold each price within the bound', () => {
    const price = fc.integer({ min: 1050, max: 30_000 })
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 5 }), (prices) => {
        const book = prices.reduce((sum, one) => sum + 1000 / one, 0)
        fc.pre(book >= 1 && book < 1.4)
        const bounds = [...handBounds(market(prices), 2000).values()]
        const longest = bounds.reduce((sum, { maxMilli }) => sum + 1000 / maxMilli, 0)
        expect(longest).toBeGreaterThanOrEqual(1 - 1e-9)
        bounds.forEach(({ minMilli, maxMilli }, at) => {
          const automatic = prices[at] ?? 0
          expect(minMilli).toBeGreaterThanOrEqual(automatic * 0.8)
          expect(maxMilli).toBeLessThanOrEqual(automatic * 1.2)
        })
      }),
    )
  })
})

describe('a price by hand', () => {
  const held = (own: object) => market([1900, 1900], { handMilli: 1800, maxBps: 2000, ...own })
  test.each([
    { own: {}, turn: undefined, why: undefined },
    { own: { handMilli: null }, turn: 'event', why: undefined },
    { own: {}, turn: 'event', why: 'event' },
    { own: {}, turn: 'stop', why: 'stop' },
    { own: { isOpen: false }, turn: undefined, why: 'stop' },
    { own: { isOver: true }, turn: undefined, why: 'time' },
    { own: { isOffered: false }, turn: undefined, why: 'price' },
    { own: { automaticMilli: 2400 }, turn: undefined, why: 'price' }, // 1.92 is the shortest now
    { own: { handMilli: 2010 }, turn: undefined, why: 'price' }, // longer than without a margin
  ] as const)('with $own and the turn $turn ends by $why', ({ own, turn, why }) => {
    const [row, ...others] = held(own)
    expect(row && endOf(row, [row, ...others], turn)).toBe(why)
  })
})
