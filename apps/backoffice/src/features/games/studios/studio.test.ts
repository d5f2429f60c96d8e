import { expect, test } from 'vitest'
import { addressesIn, joinPages, keyStateOf, studioStateOf } from './studio.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const endsAt = '2026-03-02T12:00:01.000Z'

test.each([
  [{ isGood: false, endsAt: null }, 'waits'],
  [{ isGood: true, endsAt: null }, 'valid'],
  [{ isGood: true, endsAt }, 'ending'],
  [{ isGood: false, endsAt }, 'waits'],
  [{ isGood: false, endsAt: now.toISOString() }, 'ended'],
] as const)('a key %o is %s', (key, state) => {
  expect(keyStateOf(key, now)).toBe(state)
})

test('a studio without a valid key cannot be played, and neither can a suspended one', () => {
  const key = { keyId: 'k', createdAt: endsAt, madeBy: 1, approvedBy: 2, endsAt: null, overlapMinutes: 0 }
  const of = (isOpen: boolean, isGood: boolean) => studioStateOf({ isOpen, keys: [{ ...key, isGood }] })
  expect([of(true, true), of(true, false), of(false, true)]).toEqual(['open', 'noKey', 'suspended'])
  expect(studioStateOf({ isOpen: true, keys: [] })).toBe('noKey')
})

test('addresses are read from lines and commas', () => {
  expect(addressesIn(' 203.0.113.0/24\n2001:db8::1, 198.51.100.7;\n')).toEqual([
    '203.0.113.0/24',
    '2001:db8::1',
    '198.51.100.7',
  ])
  expect(addressesIn('  \n')).toEqual([])
})

test('the pages of a file become one, with one head', () => {
  expect(joinPages(['head\r\n1\r\n2\r\n', 'head\r\n3\r\n', 'head\r\n'])).toBe('head\r\n1\r\n2\r\n3\r\n')
  expect(joinPages(['head\r\n'])).toBe('head\r\n')
})
