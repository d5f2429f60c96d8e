import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeTestBreak } from '../../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { batches } from '../platform/batches.ts'
import type { Deps } from '../platform/deps.ts'
import { verifyLedger } from '../ledger/index.ts'
import { seedActivities } from './activities.ts'
import { convertMetBonuses } from '../wagering/index.ts'
import type { Rewards } from './settings.ts'
import {
  balancesOf,
  makeValid,
  newPlayer,
  newPlayers,
  requestIdOf,
  type RewardedPlayer,
  rewardsOf,
  settleStakes,
  topUp,
} from './testing/players.ts'
import { type ClaimReward, claimRewards, readClaimableRewards, readWaiting } from './claim-rewards.ts'

let deps: Deps
let close: () => Promise<void>
let rewards: Rewards
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  rewards = rewardsOf(deps)
  await seedActivities(deps)
})
afterAll(() => close())

const TIMES = 200

const claim = async (playerId: number, awardId: string, requestId = requestIdOf(deps), by = rewards) => {
  const [answer] = await claimRewards(by, [{ playerId, requestId, awardId }])
  if (!answer) throw new Error('a claim is answered')
  return answer.ok ? answer.value : answer.refusal.code
}

const waitingOf = async (playerId: number, by = rewards) =>
  (await readWaiting(deps.db, by, playerId)).map(({ awardId }) => awardId)

/** A level 1 player: R$ 100 topped up, R$ 400 staked. */
async function playerOfLevel1() {
  const player = await newPlayer(deps)
  await topUp(deps, player.playerId, 10_000)
  await settleStakes(deps, [player.playerId], 40_000)
  return player
}

describe('1.21 an award for a new level', () => {
  test.each([
    ['time_out', 'on_time_out'],
    ['suspended', 'account_suspended'],
  ] as const)('S47: %s, stays with the player, but is neither offered nor granted', async (kind, code) => {
    const { playerId } = await playerOfLevel1()
    expect(await waitingOf(playerId)).toContain('vip-1')
    await takeTestBreak(deps, playerId, kind)
    expect(await waitingOf(playerId)).toEqual([])
    expect(await claim(playerId, 'vip-1')).toBe(code)
    const own = (await readClaimableRewards(deps.db, rewards, [playerId])).get(playerId)
    expect(own?.find(({ awardId }) => awardId === 'vip-1')).toMatchObject({ state: 'ready' })
  })

  test('can be claimed once the level is reached, and is granted as a bonus with wagering and type 14', async () => {
    const { playerId } = await newPlayer(deps)
    expect(await waitingOf(playerId)).toEqual([])
    await topUp(deps, playerId, 10_000)
    await settleStakes(deps, [playerId], 40_000)
    expect(await waitingOf(playerId)).toContain('vip-1')
    expect(await claim(playerId, 'vip-1')).toEqual({
      awardId: 'vip-1',
      type: '14',
      amountCents: 200,
      wageredTimes: 2,
    })
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 200 })
    expect(await waitingOf(playerId)).not.toContain('vip-1')
    const rows = await deps.db<object[]>`
      select entry_type as type, amount_cents as cents, bonus_times as times, policy_version as policy
        from rewards_grant where player_id = ${playerId}`
    expect(rows).toEqual([{ type: 14, cents: 200, times: 2, policy: rewards.policy.version }])
    await settleStakes(deps, [playerId], 400)
    await convertMetBonuses({ deps, policy: rewards.policy }, [playerId])
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 200, bonusCents: 0 })
  })

  test('is refused for a level not yet reached, and for one that does not exist', async () => {
    const { playerId } = await playerOfLevel1()
    expect(await claim(playerId, 'vip-2')).toBe('award_not_found')
    expect(await claim(playerId, 'vip-99')).toBe('award_not_found')
  })

  test('belongs to one player: the reward of another cannot be claimed', async () => {
    await playerOfLevel1()
    const { playerId } = await newPlayer(deps)
    expect(await claim(playerId, 'vip-1')).toBe('award_not_found')
  })
})

describe('3.25 an award is claimed once', () => {
  test('200 times the same claim at once pays once and answers the same', async () => {
    const { playerId } = await playerOfLevel1()
    const request = { playerId, requestId: requestIdOf(deps), awardId: 'vip-1' }
    const one = batches({
      patienceMs: 20_000,
      size: 16,
      concurrency: 4,
      run: (requests: readonly ClaimReward[]) => claimRewards(rewards, requests),
    })
    const answers = await Promise.all(Array.from({ length: TIMES }, () => one(request)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ ok: true })
    expect((await balancesOf(deps, playerId)).bonusCents).toBe(200)
  })

  test('200 different claims of one award at once pay once; the others are refused', async () => {
    const { playerId } = await playerOfLevel1()
    const answers = await Promise.all(Array.from({ length: TIMES }, () => claim(playerId, 'vip-1')))
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'award_claimed')).toHaveLength(TIMES - 1)
    expect((await balancesOf(deps, playerId)).bonusCents).toBe(200)
  })

  test('the same request for another award is a mismatch, in one list and in the next', async () => {
    const { playerId } = await playerOfLevel1()
    const requestId = requestIdOf(deps)
    const [one, other] = await claimRewards(rewards, [
      { playerId, requestId, awardId: 'vip-1' },
      { playerId, requestId, awardId: 'vip-2' },
    ])
    expect(one?.ok).toBe(true)
    expect(other).toMatchObject({ refusal: { code: 'request_mismatch' } })
    expect(await claim(playerId, 'vip-2', requestId)).toBe('request_mismatch')
  })
})

describe('2.10 the ladder', () => {
  test('its first steps: one valid invitee brings R$ 5, five bring R$ 30, each once', async () => {
    const inviter = await newPlayer(deps)
    const invited = await newPlayers(
      deps,
      Array.from({ length: 5 }, () => ({ regCode: inviter.code })),
    )
    const ids = invited.map(({ playerId }) => playerId)
    expect(await claim(inviter.playerId, 'ladder-1')).toBe('award_not_found')
    await makeValid(deps, ids.slice(0, 4))
    expect(await claim(inviter.playerId, 'ladder-1')).toMatchObject({ type: '141', amountCents: 500 })
    expect(await claim(inviter.playerId, 'ladder-2')).toBe('award_not_found')
    await makeValid(deps, ids.slice(4))
    expect(await claim(inviter.playerId, 'ladder-2')).toMatchObject({ amountCents: 3_000 })
    expect(await claim(inviter.playerId, 'ladder-1')).toBe('award_claimed')
    expect((await balancesOf(deps, inviter.playerId)).bonusCents).toBe(3_500)
  })

  test('does not count invitees related to the inviter, nor test accounts', async () => {
    const inviter = await newPlayer(deps, { ip: '203.0.113.7' })
    const invited = await newPlayers(deps, [
      { regCode: inviter.code, ip: '203.0.113.7' },
      { regCode: inviter.code, isTest: true },
      { regCode: inviter.code, cpf: inviter.cpf },
    ])
    await makeValid(
      deps,
      invited.map(({ playerId }) => playerId),
    )
    expect(await claim(inviter.playerId, 'ladder-1')).toBe('award_not_found')
  })
})

describe('S27: invitees who are one person', () => {
  const ring = {
    cpf: async (code: string) => {
      const one = await newPlayer(deps, { regCode: code })
      return [one, await newPlayer(deps, { regCode: code, cpf: one.cpf })]
    },
    payer: async (code: string) => {
      const all = await newPlayers(deps, [{ regCode: code }, { regCode: code }])
      for (const { playerId } of all) await topUp(deps, playerId, 100, 'b'.repeat(64))
      return all
    },
  }
  test.each(['cpf', 'payer'] as const)('by %s count once for the ladder', async (kind) => {
    const inviter = await newPlayer(deps)
    const same = await ring[kind](inviter.code)
    const others = await newPlayers(
      deps,
      Array.from({ length: 3 }, () => ({ regCode: inviter.code, ip: '203.0.113.9' })),
    )
    await makeValid(
      deps,
      [...same, ...others].map(({ playerId }) => playerId),
    )
    expect(await claim(inviter.playerId, 'ladder-1')).toMatchObject({ amountCents: 500 })
    expect(await claim(inviter.playerId, 'ladder-2')).toBe('award_not_found')
    await makeValid(deps, [(await newPlayer(deps, { regCode: inviter.code })).playerId])
    expect(await claim(inviter.playerId, 'ladder-2')).toMatchObject({ amountCents: 3_000 })
  })
})

describe('S27: an invitee who shares with the inviter', () => {
  /** Both topped up and staked enough; this is the only trait they share. */
  const share = {
    cpf: async ({ code, cpf }: RewardedPlayer) => (await newPlayer(deps, { regCode: code, cpf })).playerId,
    address: async ({ code }: RewardedPlayer) =>
      (await newPlayer(deps, { regCode: code, ip: '203.0.113.77' })).playerId,
    payer: async ({ playerId, code }: RewardedPlayer) => {
      const invited = await newPlayer(deps, { regCode: code })
      for (const one of [playerId, invited.playerId]) await topUp(deps, one, 100, 'a'.repeat(64))
      return invited.playerId
    },
    payout_key: async ({ playerId, code }: RewardedPlayer) => {
      const invited = await newPlayer(deps, { regCode: code })
      for (const one of [playerId, invited.playerId]) {
        await deps.db`
          insert into cashier_payout_details (player_id, method, pay_card_no, holder_name, whatsapp)
          values (${one}, 'CPF', '52998224725', 'Ana Souza', '')`
      }
      return invited.playerId
    },
    device: async ({ playerId, code }: RewardedPlayer) => {
      const invited = await newPlayer(deps, { regCode: code })
      for (const one of [playerId, invited.playerId]) {
        await deps.db`
          insert into identity_known_device (player_id, device_hash) values (${one}, ${'d'.repeat(43)})`
      }
      return invited.playerId
    },
  }

  test.each(['cpf', 'payer', 'payout_key', 'device', 'address'] as const)(
    'an invitee with the same %s counts for no step of the ladder; one with another does',
    async (relation) => {
      const inviter = await newPlayer(deps, { ip: '203.0.113.77' })
      await makeValid(deps, [await share[relation](inviter)])
      expect(await claim(inviter.playerId, 'ladder-1')).toBe('award_not_found')
      const { playerId } = await newPlayer(deps, { regCode: inviter.code })
      await makeValid(deps, [playerId])
      expect(await claim(inviter.playerId, 'ladder-1')).toMatchObject({ amountCents: 500 })
    },
  )
})

describe('2.06 the steps of an activity', () => {
  test('are reached by what the activity counts, and can be claimed until it ends', async () => {
    const { playerId } = await newPlayer(deps)
    await settleStakes(deps, [playerId], 20_000)
    expect(await waitingOf(playerId)).toEqual(['activity-mes-do-palpite-1'])
    expect(await claim(playerId, 'activity-mes-do-palpite-2')).toBe('award_not_found')
    expect(await claim(playerId, 'activity-mes-do-palpite-1')).toMatchObject({
      type: '141',
      amountCents: 300,
    })
  })

  test('are refused once the activity is over, and not found where there is no activity', async () => {
    const { playerId } = await newPlayer(deps)
    await settleStakes(deps, [playerId], 50_000)
    await deps.db`
      insert into rewards_activity (id, counts, audience, starts_at, ends_at, art, texts)
      values ('over', 'stakes', 'all', now() - interval '2 days', now() - interval '1 second', 'month',
              ${JSON.stringify({ 'pt-BR': { title: 'Passou' }, en: { title: 'Over' } })}::jsonb)`
    await deps.db`
      insert into rewards_activity_step (activity_id, step, goal, prize_cents) values ('over', 1, 100, 100)`
    expect(await claim(playerId, 'activity-over-1')).toBe('activity_over')
    expect(await claim(playerId, 'activity-nothing-1')).toBe('award_not_found')
  })
})

test('grants no award where the policy forbids it: test accounts, unidentified players, everybody in br-spa', async () => {
  const test = await newPlayer(deps, { isTest: true })
  const unknown = await newPlayer(deps, { isIdentified: false })
  const known = await playerOfLevel1()
  await settleStakes(deps, [test.playerId, unknown.playerId], 50_000)
  for (const { playerId } of [test, unknown]) await topUp(deps, playerId, 10_000)
  expect(await claim(test.playerId, 'vip-1')).toBe('blocked_by_policy')
  expect(await waitingOf(test.playerId)).toEqual([])
  expect(await claim(unknown.playerId, 'vip-1')).toBe('kyc_needed')
  const brSpa = rewardsOf(deps, 'br-spa')
  expect(await claim(known.playerId, 'vip-1', requestIdOf(deps), brSpa)).toBe('blocked_by_policy')
  expect(await waitingOf(known.playerId, brSpa)).toEqual([])
})

test('the ledger balances after all of it', async () => {
  expect(await verifyLedger(deps.db, [])).toEqual([])
})
