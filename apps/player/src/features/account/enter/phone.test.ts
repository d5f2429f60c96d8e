import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneCountries, phoneDigits, shownPhone } from './phone.ts'

test.each([
  { digits: '11', shown: '11' },
  { digits: '119', shown: '(11) 9' },
  { digits: '1133334444', shown: '(11) 3333-4444' },
  { digits: '11912345678', shown: '(11) 91234-5678' },
])('the Brazilian number $digits is shown as $shown', ({ digits, shown }) => {
  expect(shownPhone(digits, '55')).toBe(shown)
})

test('a foreign number is shown as typed', () => {
  expect(shownPhone('5551234567', '1')).toBe('5551234567')
})

test('a pasted number loses its prefix and punctuation', () => {
  expect(phoneDigits('+55 (11) 91234-5678', '55')).toBe('11912345678')
  expect(phoneDigits('55 91234-5678', '55')).toBe('55912345678')
})

test('the leading 0 for domestic calls is removed', () => {
  expect(phoneDigits('011987654321', '55')).toBe('11987654321')
  expect(phoneDigits('(011) 98765-4321', '55')).toBe('11987654321')
  expect(phoneDigits('11900000000', '55')).toBe('11900000000')
})

test('the display contains exactly the typed digits', () => {
  const number = fc.stringMatching(/^\d{0,13}$/)
  const prefixes = fc.constantFrom(...phoneCountries.map(({ prefix }) => prefix))
  fc.assert(
    fc.property(number, prefixes, (digits, prefix) => {
      const kept = phoneDigits(digits, prefix)
      expect(phoneDigits(shownPhone(kept, prefix), prefix)).toBe(kept)
    }),
  )
})
