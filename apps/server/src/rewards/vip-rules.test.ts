import { expect, test } from 'vitest'
import { type VipLevel, vipStatus } from './rules.ts'

const row = (level: number, depositCents: number, next: [number, number] | null): VipLevel => ({
  level,
  depositCents,
  nextTopUpCents: next?.[0] ?? null,
  nextSettledCents: next?.[1] ?? null,
  withdrawalsADay: 1,
  feeBps: 100,
  awardCents: 0,
  hasOwnQueue: false,
})
const table = [row(0, 0, [100, 400]), row(1, 5, [500, 3000]), row(2, 800, [900, 9000]), row(3, 850, null)]

test.each([
  { topUpCents: 0, settledCents: 0, level: 0 },
  { topUpCents: 100, settledCents: 399, level: 0 }, // enough topped up, not enough staked
  { topUpCents: 99, settledCents: 9999, level: 0 },
  { topUpCents: 100, settledCents: 400, level: 1 },
  { topUpCents: 799, settledCents: 3000, level: 1 }, // the thresholds of the row before are met, the deposit threshold is not
  { topUpCents: 800, settledCents: 3000, level: 2 },
  { topUpCents: 900, settledCents: 9000, level: 3 },
])('$topUpCents topped up and $settledCents settled give level $level', ({ level, ...progress }) => {
  expect(vipStatus(table, progress).level).toBe(level)
})

test('the next level shows the thresholds of the current row', () => {
  expect(vipStatus(table, { topUpCents: 0, settledCents: 0 }).next).toEqual({
    level: 1,
    topUpCents: 100,
    settledCents: 400,
  })
  expect(vipStatus(table, { topUpCents: 1000, settledCents: 10_000 }).next).toBeNull()
})

test('a table that does not count from 0 is a bug', () => {
  expect(() => vipStatus([row(1, 0, null)], { topUpCents: 0, settledCents: 0 })).toThrow('counts from 0')
})
