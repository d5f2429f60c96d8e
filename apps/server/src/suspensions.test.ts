import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { takeTestBreak } from '../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../tools/test/test-deps.ts'
import { newPlayer } from './cashier/testing/players.ts'
import type { Deps } from './platform/deps.ts'
import {
  admitStake,
  admitStakes,
  admitTopUp,
  liftSuspensions,
  openTopUpGate,
  policyOf,
  readExcluded,
  readOnBreak,
  readSuspended,
  suspendAccounts,
} from './protection/index.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const WHY = 'the same card pays for five accounts'
const [ONE, OTHER] = [11, 12]

const codes = (answers: readonly ({ ok: true } | { ok: false; refusal: { code: string } })[]) =>
  answers.map((answer) => (answer.ok ? 'done' : answer.refusal.code))
const suspend = async (...playerIds: number[]) => {
  const requests = playerIds.map((playerId) => ({ playerId, operatorId: ONE, reason: WHY }))
  return codes(await deps.db.begin((tx) => suspendAccounts(tx, requests)))
}
const lift = async (operatorId: number, ...playerIds: number[]) => {
  const requests = playerIds.map((playerId) => ({ playerId, operatorId, reason: WHY }))
  return codes(await deps.db.begin((tx) => liftSuspensions(tx, deps.config, requests)))
}
const player = async () => (await newPlayer(deps)).playerId

test.each(['spec', 'br-spa'] as const)(
  'S47: under %s a suspended account may neither stake nor pay in, whatever else refuses it, until it is lifted',
  async (profile) => {
    const playerId = await player()
    const policy = policyOf({ COMPLIANCE_PROFILE: profile })
    const atGates = () =>
      deps.db.begin(async (tx) => {
        const needs = { policy, bonusRules: { maxBonusStakeCents: 0 }, activity: deps.activity }
        const stakes = await admitStakes(tx, needs, [playerId])
        const topUps = await openTopUpGate(tx, policy, { playerIds: [playerId] })
        const deposited = { day: 0, week: 0, month: 0 }
        return codes([
          admitStake(stakes, { playerId, product: 'games', stakeCents: 100 }),
          admitTopUp(topUps, { playerId, cents: 100, deposited }),
        ])
      })
    await takeTestBreak(deps, playerId, 'time_out')
    expect(await atGates()).toEqual(['on_time_out', 'on_time_out'])
    expect(await suspend(playerId)).toEqual(['done'])
    expect(await atGates()).toEqual(['account_suspended', 'account_suspended'])
    expect(await lift(OTHER, playerId)).toEqual(['done'])
    // A break of the player's own outlives the house's.
    expect(await atGates()).toEqual(['on_time_out', 'on_time_out'])
  },
)

test('a list is decided in turn: twice suspended, twice lifted, not suspended and unknown are refused by name', async () => {
  const [one, other] = [await player(), await player()]
  expect(await suspend(one, one, 999_999)).toEqual(['done', 'already_suspended', 'not_found'])
  expect(await suspend(one, other)).toEqual(['already_suspended', 'done'])
  expect(await lift(ONE, one)).toEqual(['four_eyes'])
  expect(await lift(OTHER, one, one, 999_999)).toEqual(['done', 'not_suspended', 'not_found'])
  expect(await readSuspended(deps.db, [one, other])).toEqual(new Set([other]))
  const events = await deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = 'suspension.changed' order by id`
  const told = events.flatMap((row) => JSON.parse(row.events) as { playerId: number; isSuspended: boolean }[])
  expect(told.filter(({ playerId }) => playerId === one).map(({ isSuspended }) => isSuspended)).toEqual([
    true,
    false,
  ])
})

test('a suspension hides no exclusion where money depends on it', async () => {
  const playerId = await player()
  await takeTestBreak(deps, playerId, 'exclusion')
  await suspend(playerId)
  expect(await readExcluded(deps.db, [playerId])).toEqual(new Set([playerId]))
  expect((await readOnBreak(deps.db, [playerId])).get(playerId)?.refusal.code).toBe('account_suspended')
})

test('one of an account is open at a time, and a row changes once, by another operator, not even by the owner', async () => {
  const playerId = await player()
  await suspend(playerId)
  const owner = ownerOf(deps.db)
  await expect(
    deps.db`insert into protection_suspension (player_id, reason, suspended_by) values (${playerId}, ${WHY}, 1)`,
  ).rejects.toThrow('protection_suspension_open')
  await expect(
    owner`update protection_suspension set lifted_at = now(), lifted_by = suspended_by, lift_reason = reason
           where player_id = ${playerId}`,
  ).rejects.toThrow('check')
  await lift(OTHER, playerId)
  await expect(
    owner`update protection_suspension set lifted_at = null, lifted_by = null, lift_reason = null
           where player_id = ${playerId}`,
  ).rejects.toThrow('a suspension is lifted once')
  await expect(owner`delete from protection_suspension where player_id = ${playerId}`).rejects.toThrow(
    'a suspension is lifted once',
  )
})
