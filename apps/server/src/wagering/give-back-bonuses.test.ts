import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { verifyLedger } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { giveBackBonuses, readWageringLeft, readWithdrawable } from './index.ts'
import { balancesOf, grant, policy, settle, stakeBonus } from './testing/grants.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let players = 0
const newPlayer = (): number => (players += 1)

const topUp = (playerId: number, sourceId: string, mainCents: number, bonusGrantCents: number) =>
  grant(deps, { playerId, source: 'topup', sourceId, mainCents, bonusGrantCents })

const giveBack = async (playerId: number, requestId = deps.random.hex(16)) => {
  const [answer] = await giveBackBonuses({ deps, policy }, [{ playerId, requestId }])
  return answer?.backCents
}

const wageringLeftOf = async (playerId: number) =>
  (await readWageringLeft(deps.db, policy, [playerId])).get(playerId)

const reportedOf = async (playerId: number) => {
  const rows = await deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = 'wagering.ended' order by id`
  return rows
    .flatMap(({ events }) => JSON.parse(events) as { playerId: number; outcome: string; cents: number }[])
    .filter((event) => event.playerId === playerId)
    .map(({ outcome, cents }) => ({ outcome, cents }))
}

test('a bonus that its player gives back is removed with its wagering, and own money stays unchanged', async () => {
  const playerId = newPlayer()
  await topUp(playerId, 'one', 10_000, 2_000)
  await topUp(playerId, 'two', 5_000, 500)
  await settle(deps, [playerId], { settledCents: 1_000 })
  expect(await giveBack(playerId)).toBe(2_500)
  expect((await balancesOf(deps, playerId)).bonusCents).toBe(0)
  expect(await wageringLeftOf(playerId)).toMatchObject({
    ownLeftCents: 14_000,
    bonusLeftCents: 0,
    bonusGrantCents: 0,
    bonusExpiresAt: null,
  })
  expect(await reportedOf(playerId)).toEqual([
    { outcome: 'given_back', cents: 2_000 },
    { outcome: 'given_back', cents: 500 },
  ])
})

test('a request to give back acts once, concurrently or repeated, and leaves later bonuses unchanged', async () => {
  const playerId = newPlayer()
  await topUp(playerId, 'one', 0, 2_000)
  const requestId = 'one-wish-of-a-player'
  const answers = await Promise.all([1, 2, 3].map(() => giveBack(playerId, requestId)))
  expect(answers).toEqual([2_000, 2_000, 2_000])
  await topUp(playerId, 'two', 0, 700)
  expect(await giveBack(playerId, requestId)).toBe(2_000)
  expect((await balancesOf(deps, playerId)).bonusCents).toBe(700)
  expect(await giveBack(playerId)).toBe(700)
  expect(await giveBack(playerId)).toBe(0)
})

test('staked bonus stays in play; its return needs no wagering and does not become cash', async () => {
  const playerId = newPlayer()
  await topUp(playerId, 'one', 0, 2_000)
  await stakeBonus(deps, playerId, 1_500)
  expect(await giveBack(playerId)).toBe(500)
  await settle(deps, [playerId], { settledCents: 100, bonusReturnCents: 3_000 })
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 3_000 })
  expect(await wageringLeftOf(playerId)).toMatchObject({ bonusLeftCents: 0 })
  expect((await readWithdrawable(deps.db, policy, [playerId])).get(playerId)).toBe(0)
})

test('a bonus already wagered belongs to the player, and becomes cash instead', async () => {
  const playerId = newPlayer()
  await topUp(playerId, 'one', 0, 2_000)
  await settle(deps, [playerId], { settledCents: 4_000 })
  expect(await giveBack(playerId)).toBe(0)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 2_000, bonusCents: 0 })
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(deps.db, [])).toEqual([])
})
