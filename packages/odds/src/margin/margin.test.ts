import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUSE_LADDER, rungBelow } from '../ladder.ts'
import {
  americanPrice,
  priceFromAmerican,
  priceFromFractional,
  priceText,
  type PriceForm,
} from '../price-forms.ts'
import { priceMilli } from '../price.ts'
import { applyMargin, offeredPrices } from './apply-margin.ts'
import { removeMargin, removeMarginFromOdds, type MarginMethod } from './remove-margin.ts'

const METHODS: readonly MarginMethod[] = ['multiplicative', 'additive', 'power', 'odds_ratio', 'shin']

const anyChances = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 20 })
  .map((weights) => weights.map((weight) => weight / weights.reduce((sum, one) => sum + one, 0)))

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

describe('removing the margin', () => {
  test.each(METHODS)('the %s method gives chances that sum to 1', (method) => {
    fc.assert(
      fc.property(anyChances, fc.integer({ min: 10, max: 3000 }), (chances, margin) => {
        const odds = chances.map((chance) => 1 / (chance * (1 + margin / 10_000)))
        fc.pre(odds.every((price) => price > 1))
        const read = removeMarginFromOdds(odds, method)
        fc.pre(read.ok)
        expect(sum(read.ok ? read.value.chances : [])).toBeCloseTo(1, 9)
      }),
    )
  })

  test('reverses applying it, by power and by Shin', () => {
    fc.assert(
      fc.property(anyChances, fc.integer({ min: 1, max: 2000 }), (chances, margin) => {
        for (const shape of ['power', 'shin'] as const) {
          const book = applyMargin(chances, margin, shape)
          fc.pre(book.every((implied) => implied < 1))
          const read = removeMarginFromOdds(
            book.map((implied) => 1 / implied),
            shape,
          )
          const back = read.ok ? read.value.chances : []
          expect(back.length).toBe(chances.length)
          for (const [place, chance] of chances.entries()) expect(back[place]).toBeCloseTo(chance, 6)
        }
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    [[2000], 'too_few_prices'],
    [[1900, 1000], 'price_not_above_one'],
    [[2100, 2100], 'book_below_one'],
    [[], 'too_few_prices'],
    [[2000, Number.POSITIVE_INFINITY], 'price_not_above_one'],
    [[2000, Number.NaN], 'price_not_above_one'],
  ])('prices %j are refused: %s', (prices, reason) => {
    const odds = prices.map((price) => price / 1000)
    expect(removeMarginFromOdds(odds, 'power')).toEqual({ ok: false, reason })
  })

  // docs/maths/margin.md: 2.00, 3.26 and 4.35.
  test.each([
    ['multiplicative', undefined],
    ['additive', undefined],
    ['power', '1.0357'],
    ['odds_ratio', '1.0594'],
    ['shin', '0.0184'],
  ] as const)('the %s method reports its measure: %s', (method, measure) => {
    const read = removeMargin([2000, 3260, 4350].map(priceMilli), method)
    expect(read.ok && 'parameter' in read.value).toBe(measure !== undefined)
    expect(read.ok ? read.value.parameter?.toFixed(4) : 'refused').toBe(measure)
  })

  test.each([
    ['multiplicative', undefined],
    ['additive', undefined],
    ['power', 1],
    ['odds_ratio', 1],
    ['shin', 0],
  ] as const)('a book without a margin is its own chances by the %s method', (method, parameter) => {
    const read = removeMarginFromOdds([4, 2, 4], method)
    expect(read).toEqual({
      ok: true,
      value: { chances: [0.25, 0.5, 0.25], ...(parameter === undefined ? {} : { parameter }) },
    })
  })

  test.each(['multiplicative', 'additive'] as const)('the %s method reads a book below one too', (method) => {
    const read = removeMarginFromOdds([2.5, 2.5], method)
    expect(read).toEqual({ ok: true, value: { chances: [0.5, 0.5] } })
  })

  test('the additive method is refused where a long shot would be negative', () => {
    expect(removeMargin([1050, 12_000, 60_000].map(priceMilli), 'additive')).toEqual({
      ok: false,
      reason: 'negative_chance',
    })
  })
})

describe('applying the margin', () => {
  test('gives a book of the requested margin, no outcome cheaper than fair, and long shots carry more', () => {
    fc.assert(
      fc.property(
        anyChances,
        fc.integer({ min: 1, max: 3000 }),
        fc.constantFrom('power', 'shin'),
        (chances, margin, shape) => {
          const book = applyMargin(chances, margin, shape)
          const load = (place: number): number => (book[place] ?? 0) / (chances[place] ?? 1)
          const order = chances
            .map((_, place) => place)
            .toSorted((a, b) => (chances[a] ?? 0) - (chances[b] ?? 0))
          // Shin's book of insiders only (z = 1) is the largest of that shape.
          const max = shape === 'shin' ? sum(chances.map(Math.sqrt)) ** 2 : chances.length
          expect(sum(book)).toBeCloseTo(Math.min(1 + margin / 10_000, max), 6)
          for (const [place, chance] of chances.entries())
            expect(book[place]).toBeGreaterThanOrEqual(chance - 1e-12)
          expect(load(order[0] ?? 0)).toBeGreaterThanOrEqual(load(order.at(-1) ?? 0) - 1e-9)
        },
      ),
      { examples: [[[1 / 47, 46 / 47], 2887, 'shin']] }, // more than Shin can hold
    )
  })

  test('offers no price above the fair one', () => {
    fc.assert(
      fc.property(anyChances, fc.integer({ min: 0, max: 3000 }), (chances, margin) => {
        for (const [place, price] of offeredPrices(chances, margin).entries()) {
          expect((price ?? 0) / 1000).toBeLessThanOrEqual((1 / (chances[place] ?? 1)) * (1 + 2e-9))
        }
      }),
    )
  })

  test('rejects invalid chances', () => {
    expect(() => applyMargin([0.5, 0.6], 100)).toThrow('sum to 1')
    expect(() => applyMargin([1], 100)).toThrow('two chances')
    expect(() => applyMargin([0.5, 0.5], -1)).toThrow('margin out of range')
    expect(() => applyMargin([1.5, -0.5], 100)).toThrow('zero or more')
    expect(() => applyMargin([0.5, Number.NaN], 100)).toThrow('zero or more')
    expect(() => applyMargin([0.5, 0.500_002], 100)).toThrow('sum to 1')
    expect(() => applyMargin([0.5, 0.5], 10_001)).toThrow('margin out of range: 10001 bps')
    expect(() => applyMargin([0.5, 0.5], Number.NaN)).toThrow('margin out of range')
    expect(sum(applyMargin([0.5, 0.500_000_5], 100))).toBeCloseTo(1.01, 9)
  })

  /** Without what doubles lose: eight decimals. */
  const rounded = (book: readonly number[]) => book.map((implied) => Number(implied.toFixed(8)))

  test.each(['power', 'shin'] as const)(
    'equal chances share the margin by %s, impossible ones take none',
    (shape) => {
      expect(rounded(applyMargin([0.5, 0.5], 600, shape))).toEqual([0.53, 0.53])
      expect(rounded(applyMargin([0.5, 0, 0.5], 600, shape))).toEqual([0.53, 0, 0.53])
      expect(rounded(applyMargin([0.25, 0.25, 0.25, 0.25], 2000, shape))).toEqual([0.3, 0.3, 0.3, 0.3])
      expect(rounded(applyMargin([0.6, 0.3, 0.1], 0, shape))).toEqual([0.6, 0.3, 0.1])
      expect(rounded(applyMargin([0, 1], 600, shape))).toEqual([0, 1])
    },
  )

  test('a margin equal to the number of outcomes leaves no price', () => {
    expect(rounded(applyMargin([0.9, 0.1], 10_000))).toEqual([1, 1])
    expect(rounded(applyMargin([0.9, 0.1, 0], 10_000))).toEqual([1, 1, 0])
    expect(rounded(applyMargin([0.999_999, 0.000_001], 9_900))).toEqual([1, 0.99])
  })

  // Shin holds (√0.9 + √0.1)² = 0.9 + 0.1 + 2·√0.09 = 1.6 at most, each outcome √p of its share.
  test("a margin beyond Shin's maximum gives the maximum", () => {
    expect(rounded(applyMargin([0.9, 0.1], 10_000, 'shin'))).toEqual([1.2, 0.4])
  })

  test('prices are rounded down to the requested ladder, by the requested shape', () => {
    const ladder = [{ from: 1001, step: 1 }]
    expect(offeredPrices([0.5, 0.5], 600)).toEqual([1880, 1880])
    expect(offeredPrices([0.5, 0.5], 600, { ladder })).toEqual([1886, 1886]) // 1 ÷ 0.53 = 1.88679…
    expect(offeredPrices([1, 0], 600)).toEqual([undefined, undefined])
    expect(offeredPrices([0.9, 0.1], 6000, { shape: 'shin' })).toEqual([undefined, 2500]) // 1 ÷ 0.4
  })
})

describe('the ladder', () => {
  test('gives the highest rung not above the price, and keeps a rung', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.01, max: 999, noNaN: true }), (exact) => {
        const rung = rungBelow(exact) ?? 0
        const step = HOUSE_LADDER.findLast((row) => row.from <= rung)?.step ?? 0
        expect(rung).toBeLessThanOrEqual(exact * 1000 + 1e-3)
        expect(rung + step).toBeGreaterThan(exact * 1000 - 1e-3)
        expect(rungBelow(rung / 1000)).toBe(rung)
      }),
    )
  })

  test.each([
    [1.005, undefined],
    [1, undefined],
    [Number.NaN, undefined],
    [1.999, 1990],
    [2.1, 2100],
    [3.1, 3100],
    [5000, 1_000_000],
  ])('%d stands on %s', (exact, rung) => {
    expect(rungBelow(exact)).toBe(rung)
  })
})

describe('forms of a price', () => {
  const forms: readonly PriceForm[] = [
    'decimal',
    'fractional',
    'american',
    'hong_kong',
    'malay',
    'indonesian',
  ]
  test.each([
    [1500, ['1.50', '1/2', '-200', '0.50', '0.50', '-2.00']],
    [2000, ['2.00', '1/1', '+100', '1.00', '1.00', '1.00']],
    [2500, ['2.50', '3/2', '+150', '1.50', '-0.67', '1.50']],
    [251_000, ['251.00', '250/1', '+25000', '250.00', '-0.004', '250.00']],
    [1955, ['1.955', '191/200', '-105', '0.955', '0.95', '-1.05']],
  ])('%d thousandths are written %j', (milli, expected) => {
    expect(forms.map((form) => priceText(priceMilli(milli), form))).toEqual(expected)
  })

  test('American odds survive a round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 5000 }), fc.boolean(), (size, isNegative) => {
        const american = isNegative && size > 100 ? -size : size
        const price = priceFromAmerican(american)
        // Above evens a thousandth is exact. Below, half a thousandth of winnings is worth more the shorter the price,
        // and the way back rounds once more.
        const coarseness = american < 0 ? 100 / (100 / size - 0.0005) - size + 0.5 : 0
        expect(Math.abs(americanPrice(price ?? priceMilli(2000)) - american)).toBeLessThanOrEqual(coarseness)
      }),
      { examples: [[4445, true]] },
    )
  })

  test.each([
    [100, 2000],
    [-100, 2000],
    [250, 3500],
    [-400, 1250],
    [-300, 1333],
    [99, undefined],
    [-99, undefined],
    [0, undefined],
    [150.5, undefined],
    [Number.NaN, undefined],
    [100_000_000, undefined], // above a million to one
  ])('American odds of %d are %s thousandths', (american, milli) => {
    expect(priceFromAmerican(american)).toBe(milli)
  })

  test.each([
    ['5/2', 3500],
    ['1/1', 2000],
    ['11/10', 2100],
    ['100/30', 4333],
    ['4/11', 1364],
    ['5/0', undefined],
    ['0/5', undefined],
    ['0/0', undefined],
    ['5', undefined],
    ['', undefined],
    ['-5/2', undefined],
    ['5/2 ', undefined],
    ['1234567/1', undefined],
  ])('fractional odds of %s are %s thousandths', (text, milli) => {
    expect(priceFromFractional(text)).toBe(milli)
  })
})
