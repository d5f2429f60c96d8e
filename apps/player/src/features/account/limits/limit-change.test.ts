import { expect, test } from 'vitest'
import { changeOf, minutesIn } from './limit-change.ts'

test.each([
  { amount: null, wished: 5000, change: 'holds' },
  { amount: 10_000, wished: 5000, change: 'holds' },
  { amount: 10_000, wished: 20_000, change: 'asks' },
  { amount: 10_000, wished: null, change: 'asks' },
  { amount: 10_000, wished: 10_000, change: 'same' },
  { amount: null, wished: null, change: 'same' },
] as const)('from $amount to $wished cents a day: $change', ({ amount, wished, change }) => {
  expect(changeOf({ amount, pending: null }, wished)).toBe(change)
})

test.each([
  { waiting: 20_000, isDue: false, wished: 5000, change: 'holdsInstead' },
  { waiting: 20_000, isDue: false, wished: 10_000, change: 'givesUp' },
  { waiting: 20_000, isDue: false, wished: 20_000, change: 'waits' },
  { waiting: 20_000, isDue: true, wished: 20_000, change: 'confirms' },
  { waiting: 20_000, isDue: true, wished: 30_000, change: 'asksInstead' },
  { waiting: 20_000, isDue: true, wished: null, change: 'asksInstead' },
  { waiting: null, isDue: true, wished: null, change: 'confirms' },
] as const)(
  'from 10000 to $wished cents while $waiting waits, due $isDue: $change',
  ({ waiting, isDue, wished, change }) => {
    expect(changeOf({ amount: 10_000, pending: { amount: waiting, isDue } }, wished)).toBe(change)
  },
)

test('a day has 1440 minutes, and a month at most 31 days', () => {
  expect(minutesIn).toEqual({ day: 1440, week: 10_080, month: 44_640 })
})
