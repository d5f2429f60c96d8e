import { expect, test } from 'vitest'
import { bpsOf, centsOf, priceMilliOf, typedBps, typedCents } from './amounts.ts'

test.each([
  ['1.234,56', 123_456],
  ['R$ 1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1234,5', 123_450],
  ['1.000', 100_000],
  ['1.000.000', 100_000_000],
  ['0,05', 5],
  ['10', 1000],
  ['-3,50', -350],
  ['', undefined],
  ['1,2,3', undefined],
  ['1055,555', undefined],
  ['dez', undefined],
] as const)('%s in reais is %s cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents)
})

test.each([
  ['2,5', 250],
  ['2.5%', 250],
  ['100 %', 10_000],
  ['0,01', 1],
  ['-1', -100],
  ['1,234', undefined],
  ['muito', undefined],
] as const)('%s per cent is %s hundredths of one', (typed, bps) => {
  expect(bpsOf(typed)).toBe(bps)
})

test('an amount or percentage in a field is parsed to the same value', () => {
  expect([typedCents(123_456, ','), typedCents(5, ','), typedCents(-350, '.')]).toEqual([
    '1234,56',
    '0,05',
    '-3.50',
  ])
  expect([typedBps(250, ','), typedBps(10_000, ','), typedBps(1, '.')]).toEqual(['2,5', '100', '0.01'])
  for (const whole of [0, 1, 99, 100, 12_345, 100_000_000, -7]) {
    expect(centsOf(typedCents(whole, ','))).toBe(whole)
    expect(bpsOf(typedBps(whole, '.'))).toBe(whole)
  }
})

test.each([
  ['1,85', 1850],
  ['1.85', 1850],
  [' 2 ', 2000],
  ['12,5', 12_500],
  ['2,', 2000],
  ['1,855', undefined],
  ['', undefined],
  ['-2', undefined],
  ['1.000,00', undefined],
])('the typed price %j is %s', (typed, milli) => {
  expect(priceMilliOf(typed)).toBe(milli)
})
