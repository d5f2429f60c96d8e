import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  centsOf,
  formatCount,
  formatMoney,
  formatMultiplier,
  formatPercent,
  formatPrice,
  formatRate,
  formatSignedMoney,
  formatUsdt,
  moneyParts,
  shortMoneyParts,
} from './format.ts'
import {
  formatDayTime,
  formatElapsed,
  formatLongDayTime,
  formatStart,
  formatUnit,
  formatUnitName,
  formatWhen,
} from './time.ts'

describe('money', () => {
  test.each([
    { cents: 123_456, language: 'pt-BR', shown: 'R$\u00a01.234,56' },
    { cents: 123_456, language: 'en', shown: 'R$1,234.56' },
    { cents: 0, language: 'pt-BR', shown: 'R$\u00a00,00' },
    { cents: -1000, language: 'pt-BR', shown: '−R$\u00a010,00' },
    { cents: 123_456, language: 'es', shown: '1234,56\u00a0R$' },
    { cents: 123_456, language: 'it', shown: '1234,56\u00a0R$' },
  ] as const)('$cents cents in $language are $shown', ({ cents, language, shown }) => {
    expect(formatMoney(cents, language)).toBe(shown)
  })

  test('shows credits and debits with a sign', () => {
    expect(formatSignedMoney(1302, 'pt-BR')).toBe('+\u00a0R$\u00a013,02')
    expect(formatSignedMoney(-1000, 'pt-BR')).toBe('−\u00a0R$\u00a010,00')
    expect(formatSignedMoney(0, 'pt-BR')).toBe('R$\u00a00,00')
  })

  test('splits into symbol and digits', () => {
    expect(moneyParts(128_450, 'pt-BR')).toEqual({ symbol: 'R$', digits: '1.284,50' })
    expect(shortMoneyParts(128_450_000, 'pt-BR').digits).toBe('1,28\u00a0mi')
    expect(shortMoneyParts(99_999_999, 'pt-BR').digits).toBe('999.999,99')
  })

  test('reads every wire amount to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        expect(centsOf(Number((cents / 100).toFixed(2)))).toBe(cents)
      }),
    )
  })
})

describe('USDT', () => {
  test.each([
    { language: 'pt-BR', amounts: ['16,856814', '50,00', '1.234,50'], rate: 'R$\u00a05,4321' },
    { language: 'en', amounts: ['16.856814', '50.00', '1,234.50'], rate: 'R$5.4321' },
    { language: 'de', amounts: ['16,856814', '50,00', '1.234,50'], rate: '5,4321\u00a0R$' },
  ] as const)('amounts and rates are written as $language writes numbers', ({ language, amounts, rate }) => {
    expect([16.856814, 50, 1234.5].map((amount) => formatUsdt(amount, language))).toEqual(amounts)
    expect(formatRate(5.4321, language)).toBe(rate)
  })
})

describe('prices, multipliers and shares', () => {
  test.each([
    { priceMilli: 1420, shown: '1,42' },
    { priceMilli: 1859, shown: '1,85' },
    { priceMilli: 99_999, shown: '99,99' },
    { priceMilli: 101_250, shown: '101,2' },
  ])('a price of $priceMilli thousandths is $shown', ({ priceMilli, shown }) => {
    expect(formatPrice(priceMilli, 'pt-BR')).toBe(shown)
  })

  test.each([
    { odds: 'fractional', shown: ['3/2', '1/2'] },
    { odds: 'american', shown: ['+150', '−200'] },
    { odds: 'hong_kong', shown: ['1,50', '0,50'] },
    { odds: 'malay', shown: ['−0,67', '0,50'] },
    { odds: 'indonesian', shown: ['1,50', '−2,00'] },
  ] as const)('2.50 and 1.50 in $odds odds are $shown', ({ odds, shown }) => {
    expect([2500, 1500].map((price) => formatPrice(price, 'pt-BR', odds))).toEqual(shown)
  })

  test('a multiplier has two places, or four when they say something', () => {
    expect(formatMultiplier(23_000, 'pt-BR')).toBe('2,30×')
    expect(formatMultiplier(10_102, 'pt-BR')).toBe('1,0102×')
  })

  test('a share is a percent', () => {
    expect(formatPercent(0.842, 'pt-BR')).toBe('84,2%')
    expect(formatPercent(0.99, 'en', 0)).toBe('99%')
  })

  test.each(['de', 'fr', 'es', 'ru'] as const)('a share has its space before the sign in %s', (language) => {
    expect(formatPercent(0.842, language)).toBe('84,2\u00a0%')
  })

  test('a count is shortened', () => {
    expect(formatCount(12_400, 'en')).toBe('12.4K')
    expect(formatCount(950, 'pt-BR')).toBe('950')
  })
})

describe('times', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 0)
  test('within the last hour say how long ago', () => {
    expect(formatWhen(now - 12_000, 'pt-BR', now)).toBe('há 12 seg.')
    expect(formatWhen(now - 5 * 60_000, 'en', now)).toBe('5 min. ago')
  })

  test('beyond the hour, and in the future, give the day and the time', () => {
    expect(formatWhen(now - 3_600_000, 'pt-BR', now)).toBe(formatDayTime(now - 3_600_000, 'pt-BR'))
    expect(formatWhen(now + 60_000, 'pt-BR', now)).toBe(formatDayTime(now + 60_000, 'pt-BR'))
  })
})

test.each([
  { written: 'clock', shown: '04/05' },
  { written: 'dayTime', shown: '04/05' },
  { written: 'kickOff', shown: 'dom., 04/05' },
] as const)(
  'a match whose hour nobody knows yet shows its day as $written, and no hour',
  ({ written, shown }) => {
    const startsAt = '2036-05-04T12:00:00.000Z'
    expect(formatStart({ startsAt, isDayOnly: true }, written, 'pt-BR').replace(',', '')).toBe(
      shown.replace(',', ''),
    )
    expect(formatStart({ startsAt, isDayOnly: false }, written, 'pt-BR')).toMatch(/\d\d:\d\d$/)
  },
)

describe('a time in words', () => {
  test('is the day, the month by its name and the time; another year is named', () => {
    const soon = new Date(new Date().getFullYear(), 10, 30, 14)
    expect(formatLongDayTime(soon.getTime(), 'pt-BR')).toBe('30 de novembro às 14:00')
    expect(formatLongDayTime(new Date(2099, 1, 28, 14).getTime(), 'pt-BR')).toBe(
      '28 de fevereiro de 2099 às 14:00',
    )
  })

  test.each([
    { ms: -5, words: '0 min' },
    { ms: 59 * 60_000 + 59_999, words: '59 min' },
    { ms: 65 * 60_000, words: '1 h 5 min' },
    { ms: 120 * 60_000, words: '2 h' },
  ])('$ms milliseconds have been $words', ({ ms, words }) => {
    expect(formatElapsed(ms, 'pt-BR')).toBe(words)
  })

  test("a duration has its unit in the language's words", () => {
    expect(formatUnit(24, 'hour', 'pt-BR')).toBe('24 horas')
    expect(formatUnitName(90, 'minute', 'pt-BR')).toBe('minutos')
    expect(formatUnitName(1, 'minute', 'ja')).toBe('分')
    expect(formatUnit(3, 'month', 'ru')).toBe('3 месяца')
  })
})
