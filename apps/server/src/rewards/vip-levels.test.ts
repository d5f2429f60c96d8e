import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import { selectLowerAwards, selectVipLevels } from './queries.ts'

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

test('an award that a later table lowers is shown with its first day; one that rises is not', async () => {
  expect(await selectLowerAwards(deps.db)).toEqual([])
  const plan = (day: string, level: number, cents: number) => deps.db`
    insert into rewards_vip_level (starts_on, level, deposit_cents, next_top_up_cents, next_settled_cents, withdrawals_a_day,
                                   fee_bps, award_cents, has_own_queue)
    select ${day}::date, level, deposit_cents, next_top_up_cents, next_settled_cents, withdrawals_a_day, fee_bps,
           case level when ${level}::int then ${cents}::bigint else award_cents end, has_own_queue
      from rewards_vip_level where starts_on = '2026-01-01'`
  await plan('2098-01-01', 3, 1_500)
  await plan('2098-02-01', 4, 1_900)
  await plan('2098-03-01', 4, 1_800)
  expect(await selectLowerAwards(deps.db)).toEqual([
    { level: 4, awardCents: 1_900, startsAt: new Date('2098-02-01T03:00:00Z') },
  ])
})
