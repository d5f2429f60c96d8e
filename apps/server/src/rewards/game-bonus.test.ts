import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeTestBreak } from '../../../../tools/test/take-break.ts'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import type { Rewards } from './settings.ts'
import { balancesOf, newPlayer, rewardsOf, settleStakes } from './testing/players.ts'
import { readGameBonus, readGameBonuses, releaseGameBonus } from './game-bonus.ts'

let deps: Deps
let close: () => Promise<void>
let rewards: Rewards
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  rewards = rewardsOf(deps)
})
afterAll(() => close())

test('2.11 settled stakes earn half a percent, shown in reais with what was staked', async () => {
  const { playerId } = await newPlayer(deps)
  expect(await readGameBonus(rewards, playerId)).toMatchObject({ bouns: 0, amount: 0, rateBps: 50 })
  await settleStakes(deps, [playerId], 20_199)
  expect(await readGameBonus(rewards, playerId)).toMatchObject({ bouns: 1, amount: 201.99 })
})

test('half of a mines stake and no stake at short odds earn: page, socket and release agree', async () => {
  const { playerId } = await newPlayer(deps)
  await settleStakes(deps, [playerId], 100_000, 50_000)
  await settleStakes(deps, [playerId], 40_000, 40_000)
  await settleStakes(deps, [playerId], 20_000)
  expect(await readGameBonus(rewards, playerId)).toMatchObject({ bouns: 3.5, amount: 700 })
  const reported = { accruedCents: 350, earningCents: 70_000 }
  expect((await readGameBonuses(deps.db, [playerId])).get(playerId)).toEqual(reported)
  const topUp = { playerId, orderId: deps.random.hex(16) }
  const released = await Promise.all(Array.from({ length: 200 }, () => releaseGameBonus(rewards, [topUp])))
  expect(released.filter((count) => count > 0)).toEqual([1])
  expect((await balancesOf(deps, playerId)).bonusCents).toBe(350)
})

test('2.42 a top-up of the bonus panel releases the game bonus once, with wagering once, and accrual starts again', async () => {
  const { playerId } = await newPlayer(deps)
  await settleStakes(deps, [playerId], 100_000)
  const topUp = { playerId, orderId: deps.random.hex(16) }
  const released = await Promise.all(
    Array.from({ length: 200 }, () => releaseGameBonus(rewards, [topUp, topUp])),
  )
  expect(released.filter((count) => count > 0)).toEqual([1])
  expect((await balancesOf(deps, playerId)).bonusCents).toBe(500)
  await settleStakes(deps, [playerId], 20_000)
  expect(await readGameBonus(rewards, playerId)).toMatchObject({
    bouns: 1,
    releases: [{ amountCents: 500 }],
    bonuses: [{ source: 'game_bonus', grantCents: 500, wagerCents: 500 }],
  })
})

test('releases at most R$ 1,000 at once; the rest stays accrued', async () => {
  const { playerId } = await newPlayer(deps)
  await settleStakes(deps, [playerId], 30_000_000)
  await releaseGameBonus(rewards, [{ playerId, orderId: 'one' }])
  expect((await balancesOf(deps, playerId)).bonusCents).toBe(100_000)
  expect(await readGameBonus(rewards, playerId)).toMatchObject({ bouns: 500 })
})

test('a new rate applies from its day on; earlier accrual stays', async () => {
  const { playerId } = await newPlayer(deps)
  await settleStakes(deps, [playerId], 100_000)
  const owner = ownerOf(deps.db)
  await owner`
    update ledger_account set turnover_day = turnover_day - 1 where player_id = ${playerId} and kind = 'cash'`
  await deps.db`
    insert into rewards_game_bonus_rate (starts_on, rate_bps, max_release_cents)
    values ((now() at time zone 'America/Sao_Paulo')::date, 100, 100000)`
  await settleStakes(deps, [playerId], 100_000)
  expect(await readGameBonus(rewards, playerId)).toMatchObject({ bouns: 15, amount: 2_000, rateBps: 100 })
})

test('a panel order paid during a break still releases its bonus, because the player paid for it', async () => {
  const { playerId } = await newPlayer(deps)
  await settleStakes(deps, [playerId], 100_000)
  await takeTestBreak(deps, playerId)
  expect(await releaseGameBonus(rewards, [{ playerId, orderId: 'paid on a break' }])).toBe(1)
})

test('nothing accrues and nothing is released where the policy forbids gifts', async () => {
  const { playerId } = await newPlayer(deps)
  await settleStakes(deps, [playerId], 100_000)
  const brSpa = rewardsOf(deps, 'br-spa')
  expect(await readGameBonus(brSpa, playerId)).toMatchObject({ bouns: 0, amount: 0, rateBps: 0 })
  expect(await releaseGameBonus(brSpa, [{ playerId, orderId: 'one' }])).toBe(0)
})
