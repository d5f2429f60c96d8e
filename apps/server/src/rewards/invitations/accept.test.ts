import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { readPlayers } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Rewards } from '../settings.ts'
import { newPlayer, newPlayers, rewardsOf } from '../testing/players.ts'
import { accept } from './invitations.ts'

let deps: Deps
let close: () => Promise<void>
let rewards: Rewards
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  rewards = rewardsOf(deps)
})
afterAll(() => close())

const say = async (playerId: number, code: string, by = rewards) => {
  const [answer] = await accept(by, [{ playerId, code }])
  return answer?.ok ? 'said' : answer?.refusal.code
}

test('1.22 a player who registered without a code can name the inviter once', async () => {
  const inviter = await newPlayer(deps)
  const other = await newPlayer(deps)
  const { playerId } = await newPlayer(deps)
  expect(await say(playerId, ` ${inviter.code.toLowerCase()} `)).toBe('said')
  expect(await say(playerId, inviter.code)).toBe('said')
  expect(await say(playerId, other.code)).toBe('invited_already')
  expect((await readPlayers(deps.db, [playerId])).get(playerId)?.referrerId).toBe(inviter.playerId)
})

test("refuses the player's own code, an unknown code, and the code of a test account", async () => {
  const own = await newPlayer(deps)
  const demo = await newPlayer(deps, { isTest: true })
  expect(await say(own.playerId, own.code)).toBe('own_invitation')
  expect(await say(own.playerId, 'NOBODYS0')).toBe('invitation_unknown')
  expect(await say(own.playerId, demo.code)).toBe('invitation_unknown')
  expect(await say(own.playerId, demo.code, rewardsOf(deps, 'br-spa'))).toBe('blocked_by_policy')
})

test('refuses a loop of two players or more', async () => {
  const first = await newPlayer(deps)
  const second = await newPlayer(deps, { regCode: first.code })
  const third = await newPlayer(deps, { regCode: second.code })
  const fourth = await newPlayer(deps, { regCode: third.code })
  expect(await say(first.playerId, second.code)).toBe('invitation_loop')
  expect(await say(first.playerId, fourth.code)).toBe('invitation_loop')
})

test('four players who name each other in a circle at once form no loop', async () => {
  const four = await newPlayers(deps, [{}, {}, {}, {}])
  const answers = await Promise.all(
    four.map(({ playerId }, at) => say(playerId, four[(at + 1) % 4]?.code ?? '')),
  )
  expect(answers.filter((answer) => answer === 'said')).toHaveLength(3)
  expect(answers.filter((answer) => answer === 'invitation_loop')).toHaveLength(1)
})

test('refuses a code later than a week after registration', async () => {
  const inviter = await newPlayer(deps)
  const { playerId } = await newPlayer(deps)
  await ownerOf(
    deps.db,
  )`update identity_player set created_at = now() - interval '7 days' where id = ${playerId}`
  expect(await say(playerId, inviter.code)).toBe('invitation_too_late')
})
