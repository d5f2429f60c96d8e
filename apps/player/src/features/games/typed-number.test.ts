import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '@palpite/contract/languages'
import { hundredthsIn } from './hundredths.ts'
import { typedNumber } from './typed-number.ts'

test.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['49.50', 49.5],
  ['49,50', 49.5],
  ['75.25', 75.25],
  ['1.0102', 1.0102],
  ['1,0102', 1.0102],
  ['50', 50],
  ['50,', 50],
  ['.5', 0.5],
  [' 2,00 ', 2],
])('a single mark is a decimal mark, whichever it is: %s is %d', (typed, number) => {
  expect(typedNumber(typed)).toBe(number)
})

test.each([
  ['9.900,00', 9900],
  ['9,900.00', 9900],
  ['1.234.567', 1_234_567],
  ['1,234,567.8', 1_234_567.8],
])('marks that part thousands are passed over: %s is %d', (typed, number) => {
  expect(typedNumber(typed)).toBe(number)
})

test.each(['', ',', '-5', '1e5', 'dez', '1.2.3', '99.00,000.00', '1 000'])('%j is no number', (typed) => {
  expect(typedNumber(typed)).toBeUndefined()
})

test.each(languages)('what a field shows in %s is parsed to the same number', (language) => {
  const show = hundredthsIn(language)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_000_000_00 }), (hundredths) => {
      expect(typedNumber(show(hundredths))).toBeCloseTo(hundredths / 100, 6)
    }),
  )
})
