import { expect, test } from 'vitest'
import { chipBeside } from './chips.ts'

test.each([
  { chip: 500, step: 1, beside: 1000 },
  { chip: 10_000, step: -1, beside: 5000 },
  { chip: 500, step: -1, beside: 200 },
  { chip: 100, step: -1, beside: 100 },
  { chip: 10_000, step: 1, beside: 10_000 },
] as const)('a step of $step from the chip $chip is the chip $beside', ({ chip, step, beside }) => {
  expect(chipBeside(chip, step)).toBe(beside)
})
