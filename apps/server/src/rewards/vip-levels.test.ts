import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import { selectVipLevels } from './queries.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const reais = (cents: number | null) => (cents === null ? null : cents / 100)

test('the VIP table in force is that of the specification', async () => {
  const levels = await selectVipLevels(deps.db)
  expect(levels.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(levels.map(({ depositCents }) => reais(depositCents))).toEqual([
    0, 5, 25, 50, 100, 250, 500, 2500, 10000, 25000, 75000, 250000, 500000,
  ])
  expect(levels.map(({ nextTopUpCents }) => reais(nextTopUpCents))).toEqual([
    100,
    500,
    1000,
    2000,
    5000,
    10000,
    50000,
    200000,
    500000,
    1500000,
    5000000,
    10000000,
    null,
  ])
  expect(levels.map(({ nextSettledCents }) => reais(nextSettledCents))).toEqual([
    400,
    3000,
    6000,
    15000,
    40000,
    80000,
    400000,
    1600000,
    3000000,
    6000000,
    20000000,
    40000000,
    null,
  ])
  expect(levels.map(({ withdrawalsADay }) => withdrawalsADay)).toEqual([
    1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 5,
  ])
  expect(levels.map(({ awardCents }) => reais(awardCents))).toEqual([
    0, 2, 5, 10, 20, 50, 100, 300, 800, 2000, 5000, 15000, 40000,
  ])
  expect(levels.filter(({ hasOwnQueue }) => hasOwnQueue).map(({ level }) => level)).toEqual([
    5, 6, 7, 8, 9, 10, 11, 12,
  ])
  expect(levels.map(({ feeBps }) => feeBps / 100)).toEqual([3, 2.5, 2, 1.5, 1, 0.5, 0, 0, 0, 0, 0, 0, 0])
})
