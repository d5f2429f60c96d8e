import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { recordKyc, registerPlayers, writeCheckedDocuments } from '../identity/index.ts'
import { countTurnover, lockAccounts, move, post } from '../ledger/index.ts'
import { setOwnLimits } from '../../../../tools/test/own-limits.ts'
import type { Deps } from '../platform/deps.ts'
import { admitStake, admitStakes, policyOf, type StakeGate } from './index.ts'
import { setLimits } from './limits.ts'
import { protectionSettings } from './settings.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const spec = policyOf({ COMPLIANCE_PROFILE: 'spec' })
const brSpa = policyOf({ COMPLIANCE_PROFILE: 'br-spa' })

let count = 0

type Wish = {
  cash?: number
  bonus?: number
  owes?: number
  limit?: number
  isTest?: boolean
  isIdentified?: boolean
}

async function newPlayer({ cash = 0, bonus = 0, owes = 0, limit, isTest = false, isIdentified }: Wish) {
  count += 1
  const [answer] = await registerPlayers(deps, [
    { email: `gate${count}@example.com`, passwordHash: 'x', phone: null, ip: '10.0.0.1', isTest },
  ])
  if (!answer?.ok) throw new Error('a player registers')
  const { playerId } = answer.value
  await deps.db.begin(async (tx) => {
    if (isIdentified) {
      const person = { playerId, name: 'Ana Lima', cpf: '52998224725', birthDate: '1990-01-01' }
      await recordKyc(tx, [person])
      await writeCheckedDocuments(tx, [person])
    }
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
    for (const [kind, cents] of [
      ['cash', cash],
      ['bonus', bonus],
    ] as const)
      if (cents > 0)
        move(batch, { key: `${kind}:${playerId}`, from: 'opening', to: { playerId, kind }, cents })
    if (owes > 0)
      move(batch, { key: `debt:${playerId}`, from: { playerId, kind: 'debt' }, to: 'pix_in', cents: owes })
    await post(tx, batch)
  })
  if (limit !== undefined)
    await setLimits(deps, { settings: protectionSettings, policyVersion: 'spec-2' }, [
      { playerId, kind: 'loss', period: 'day', amount: limit },
    ])
  return playerId
}

const atGate = <T>(playerIds: readonly number[], decide: (gate: StakeGate) => T, policy = spec): Promise<T> =>
  deps.db.begin(async (tx) =>
    decide(
      await admitStakes(
        tx,
        { policy, bonusRules: { maxBonusStakeCents: 5_000 }, activity: deps.activity },
        playerIds,
      ),
    ),
  )

const codeOf = (answer: ReturnType<typeof admitStake>) => (answer.ok ? 'admitted' : answer.refusal.code)

describe('the gate of stakes', () => {
  test.each([
    { what: 'a stranger, before all else', wish: { owes: 5, limit: 100 }, policy: brSpa, code: 'kyc_needed' },
    {
      what: 'who owes, before the limit',
      wish: { cash: 900, owes: 5, limit: 100 },
      policy: spec,
      code: 'owes_money',
    },
    {
      what: 'a stake above the limit, before the funds',
      wish: { limit: 100 },
      policy: spec,
      code: 'daily_loss_limit',
    },
    {
      what: 'a stake above the funds',
      wish: { cash: 100, bonus: 99 },
      policy: spec,
      code: 'insufficient_funds',
    },
    {
      what: 'more from the bonus than one stake may take',
      wish: { cash: 100, bonus: 6_000 },
      stake: 5_101,
      policy: spec,
      code: 'bonus_stake_above_max',
    },
    {
      what: 'not the last cent that one may',
      wish: { cash: 100, bonus: 6_000 },
      stake: 5_100,
      policy: spec,
      code: 'admitted',
    },
    {
      what: 'who is identified and has enough, but has set neither limit that is needed',
      wish: { cash: 200, isIdentified: true },
      policy: brSpa,
      setsNone: true,
      code: 'limits_needed',
    },
    {
      what: 'nobody who is identified and has enough',
      wish: { cash: 200, isIdentified: true },
      policy: brSpa,
      code: 'admitted',
    },
    {
      what: 'no test account that has enough',
      wish: { cash: 200, isTest: true },
      policy: brSpa,
      code: 'admitted',
    },
  ] as const)('refuses $what: $code', async ({ wish, policy, code, ...more }) => {
    const playerId = await newPlayer(wish)
    if (!('setsNone' in more)) await setOwnLimits(deps, [playerId], policy)
    const stakeCents = 'stake' in more ? more.stake : 200
    const answer = await atGate(
      [playerId],
      (gate) => admitStake(gate, { playerId, stakeCents, product: 'games' }),
      policy,
    )
    expect(codeOf(answer)).toBe(code)
  })

  test('takes cash first, then bonus, and moves no money itself', async () => {
    const playerId = await newPlayer({ cash: 150, bonus: 100 })
    const [one, again] = await atGate([playerId], (gate) => [
      admitStake(gate, { playerId, stakeCents: 200, product: 'games' }),
      admitStake(gate, { playerId, stakeCents: 200, product: 'games' }),
    ])
    expect(one).toEqual({ ok: true, value: { cashCents: 150, bonusCents: 50 } })
    expect(again).toEqual(one)
  })

  test('counts what earlier requests of the list moved', async () => {
    const playerId = await newPlayer({ cash: 1000, limit: 500 })
    const answers = await atGate([playerId], (gate) => {
      countTurnover(gate.batch, { playerId, stakedCents: 400 })
      const limited = admitStake(gate, { playerId, stakeCents: 101, product: 'games' })
      const within = admitStake(gate, { playerId, stakeCents: 100, product: 'games' })
      countTurnover(gate.batch, { playerId, returnedCents: 1500 })
      return [limited, within, admitStake(gate, { playerId, stakeCents: 1001, product: 'games' })].map(codeOf)
    })
    expect(answers).toEqual(['daily_loss_limit', 'admitted', 'insufficient_funds'])
  })

  test('asserts that the player was loaded at the gate', async () => {
    const [one, other] = [await newPlayer({ cash: 100 }), await newPlayer({ cash: 100 })]
    await expect(
      atGate([one], (gate) => admitStake(gate, { playerId: other, stakeCents: 1, product: 'games' })),
    ).rejects.toThrow(`player ${other}`)
  })

  test('reads a first stake under the lock even when it creates the accounts', async () => {
    const playerId = 9_000_001 // has no account yet
    const held = signal()
    const opened = signal()
    const other = deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      opened.give()
      await held.given
      move(batch, { key: 'first', from: 'opening', to: { playerId, kind: 'cash' }, cents: 1000 })
      await post(tx, batch)
      await tx`insert into protection_limit (player_id, daily_loss_cents) values (${playerId}, 100)`
    })
    await opened.given
    const answer = atGate([playerId], (gate) =>
      admitStake(gate, { playerId, stakeCents: 200, product: 'games' }),
    )
    await expect.poll(waiting).toBe(1)
    held.give()
    await other
    expect(codeOf(await answer)).toBe('daily_loss_limit')
  })
})

/** A promise one side awaits until the other resolves it. */
function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

/** How many statements in this database wait for a lock. */
async function waiting(): Promise<number | undefined> {
  const [all] = await deps.db<{ count: number }[]>`
    select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`
  return all?.count
}
