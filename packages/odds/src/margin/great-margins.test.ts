import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { removeMarginFromOdds, type MarginMethod } from './remove-margin.ts'

const METHODS = ['power', 'odds_ratio', 'shin'] as const

const expectChances = (odds: readonly number[], method: MarginMethod): void => {
  const read = removeMarginFromOdds(odds, method)
  const chances = read.ok ? read.value.chances : []
  expect([odds.length, method, read.ok]).toEqual([chances.length, method, true])
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9)
}

describe('margins far above any real book', () => {
  test.each(METHODS)('%s recovers the chances of prices next to one', (method) => {
    expect.hasAssertions()
    for (const odds of [
      [1.001, 1.001, 1.001],
      Array.from({ length: 40 }, () => 1.003),
      [1.001, 1.001],
      [1.000001, 1.000001, 5],
      [1.0001, 1.5, 900, 900],
    ])
      expectChances(odds, method)
  })

  test.each(METHODS)('%s recovers the chances of any prices with a book above one', (method) => {
    expect.hasAssertions()
    const price = fc.integer({ min: 1001, max: 1_000_000 }).map((milli) => milli / 1000)
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 40 }), (odds) => {
        fc.pre(odds.reduce((book, one) => book + 1 / one, 0) >= 1)
        expectChances(odds, method)
      }),
    )
  })

  test.each(METHODS)('%s gives equal prices equal chances', (method) => {
    const read = removeMarginFromOdds([1.001, 1.001, 1.001], method)
    for (const chance of read.ok ? read.value.chances : [0]) expect(chance).toBeCloseTo(1 / 3, 9)
  })
})
