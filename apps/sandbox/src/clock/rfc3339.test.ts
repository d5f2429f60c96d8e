import { expect, test } from 'vitest'
import { readMoment } from './rfc3339.ts'

test.each([
  '0000-01-01T00:00:00Z',
  '1999-12-31T23:59:59Z',
  '2100-01-01T00:00:00Z',
  '9999-12-31T23:59:59-03:00',
])('31.8 the bank refuses the moment %s', (text) => {
  expect(readMoment(text)).toBeUndefined()
})

test('31.8 the bank accepts moments of this century', () => {
  expect(readMoment('2000-01-01T00:00:00Z')).toBe(Date.UTC(2000, 0, 1))
  expect(readMoment('2099-12-31T20:59:59-03:00')).toBe(Date.UTC(2099, 11, 31, 23, 59, 59))
})
