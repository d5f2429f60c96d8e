import { expect, test } from 'vitest'
import { heatOf } from './worst.ts'

test('a match is warmer the less of its bound is left beside what it may cost', () => {
  expect(heatOf({ costCents: -500, leftCents: 1000 })).toBe('win')
  expect(heatOf({ costCents: 500, leftCents: 1000 })).toBe('neutral')
  expect(heatOf({ costCents: 700, leftCents: 300 })).toBe('warn')
  expect(heatOf({ costCents: 1000, leftCents: 0 })).toBe('loss')
})
