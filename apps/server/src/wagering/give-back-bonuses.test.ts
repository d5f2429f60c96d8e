import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { verifyLedger } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { giveBackBonuses, readWageringStandings, readWithdrawable } from './index.ts'
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

const standingOf = async (playerId: number) =>
  (await readWageringStandings(deps.db, policy, [playerId])).get(playerId)

const toldOf = async (playerId: number) => {
  const rows = await deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = 'wagering.ended' order by id`
  return rows
    .flatMap(({ events }) => JSON.parse(events) as { playerId: number; outcome: string; cents: number }[])
    .filter((event) => event.playerId === playerId)
    .map(({ outcome, cents }) => ({ outcome, cents }))
}

test('a bonus that its player gives back goes, nothing is to be wagered for it, and own money stays as it was', async () => {
  const playerId = newPlayer()
  await topUp(playerId, 'one', 10_000, 2_000)
  await topUp(playerId, 'two', 5_000, 500)
  await settle(deps, [playerId], { settledCents: 1_000 })
  expect(await giveBack(playerId)).toBe(2_500)
  expect((await balancesOf(deps, playerId)).bonusCents).toBe(0)
  expect(await standingOf(playerId)).toMatchObject({
    ownLeftCents: 14_000,
    bonusLeftCents: 0,
    bonusGrantCents: 0,
    bonusExpiresAt: null,
  })
  expect(await toldOf(playerId)).toEqual([
    { outcome: 'given_back', cents: 2_000 },
    { outcome: 'given_back', cents: 500 },
  ])
})

test('a wish to give back acts once, at once and later, and touches no bonus that came after it', async () => {
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

test('what is staked of a bonus goes on, and what comes back of it asks for nothing and becomes no cash', async () => {
  const playerId = newPlayer()
  await topUp(playerId, 'one', 0, 2_000)
  await stakeBonus(deps, playerId, 1_500)
  expect(await giveBack(playerId)).toBe(500)
  await settle(deps, [playerId], { settledCents: 100, bonusReturnCents: 3_000 })
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 3_000 })
  expect(await standingOf(playerId)).toMatchObject({ bonusLeftCents: 0 })
  expect((await readWithdrawable(deps.db, policy, [playerId])).get(playerId)).toBe(0)
})

test('a bonus that is met by then is the player’s own, and becomes cash instead', async () => {
  const playerId = newPlayer()
  await topUp(playerId, 'one', 0, 2_000)
  await settle(deps, [playerId], { settledCents: 4_000 })
  expect(await giveBack(playerId)).toBe(0)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 2_000, bonusCents: 0 })
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(deps.db, [])).toEqual([])
})
