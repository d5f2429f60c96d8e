import { expect, test } from 'vitest'
import { whenItHolds } from './limit-change.ts'

test.each([
  { present: null, wished: 5000, holds: 'now' },
  { present: 10_000, wished: 5000, holds: 'now' },
  { present: 10_000, wished: 20_000, holds: 'later' },
  { present: 10_000, wished: null, holds: 'later' },
  { present: 10_000, wished: 10_000, holds: 'same' },
  { present: null, wished: null, holds: 'same' },
] as const)('from $present to $wished cents a day holds: $holds', ({ present, wished, holds }) => {
  expect(whenItHolds(present, wished)).toBe(holds)
})
