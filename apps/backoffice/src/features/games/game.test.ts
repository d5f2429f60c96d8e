import { expect, test } from 'vitest'
import { returnBps } from './game.ts'

test.each([
  { paid: 9_650, staked: 10_000, bps: 9650 },
  { paid: 0, staked: 10_000, bps: 0 },
  { paid: 0, staked: 0, bps: undefined },
])('$paid paid of $staked staked is a return of $bps', ({ paid, staked, bps }) => {
  expect(returnBps(paid, staked)).toBe(bps)
})
