import { expect, test } from 'vitest'
import { flashBudget } from './flash-budget.ts'

test('lets six prices flash within a second and keeps the seventh still', () => {
  const mayFlash = flashBudget()
  expect([0, 10, 20, 30, 40, 50, 60].map((at) => mayFlash(at))).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    false,
  ])
})

test('lets prices flash again once the second is over', () => {
  const mayFlash = flashBudget()
  for (const at of [0, 1, 2, 3, 4, 5]) mayFlash(at)
  expect(mayFlash(999)).toBe(false)
  expect(mayFlash(1000)).toBe(true)
})
