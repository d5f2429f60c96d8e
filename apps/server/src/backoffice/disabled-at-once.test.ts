import { type NeededPermission, permissions } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshCpf } from '../cashier/testing/players.ts'
import { areIndependent, asOperator, recordKyc } from '../identity/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { readAudit } from '../platform/audit.ts'
import { ok } from '../platform/result.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

type Hand = { operatorId: number; token: string }

let made = 0
const newHand = () => harness.operatorWith(`gone${(made += 1)}@house.example`, permissions, harness.secondId)
const post = (path: string, token: string, body: unknown = {}) =>
  harness.call(`POST /api/backoffice/${path}`, { token, body })
const disable = ({ operatorId }: Hand) => post(`operators/${operatorId}/disable`, harness.rootToken)

/** The audit entries of this operator after the entry of the disabling. */
async function doneAfterwards({ operatorId }: Hand): Promise<string[]> {
  const rows = await readAudit(harness.deps.db, { max: 200 })
  const end = rows.findIndex(
    ({ action, subject }) => action === 'operator.disabled' && subject === `operator:${operatorId}`,
  )
  expect(end).toBeGreaterThanOrEqual(0)
  return rows.slice(0, end).flatMap(({ actorId, action }) => (actorId === operatorId ? [action] : []))
}

const blocked = async () => {
  const rows = await harness.deps.db<{ count: number }[]>`
    select count(*)::integer as count from pg_locks where not granted`
  return rows[0]?.count ?? 0
}

test('31.2 an operator’s call that waits for a lock ends before the disabling of the operator is answered', async () => {
  const hand = await newHand()
  const { playerId } = await harness.player('waits@players.example')
  const { db } = harness.deps
  await db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf: freshCpf() }]))
  let answers: Promise<{ http: number }[]> | undefined
  let isDisabled = false
  await db.begin(async (tx) => {
    await lockAccounts(tx, [playerId])
    const gift = {
      requestId: 'a-gift-that-waits-1',
      stakeCents: 1000,
      minPriceMilli: 1500,
      kinds: ['single'],
    }
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const given = post(`players/${playerId}/freeBets`, hand.token, { ...gift, endsAt, reason: 'a good one' })
    await expect.poll(blocked).toBe(1)
    const disabled = disable(hand).finally(() => (isDisabled = true))
    await expect.poll(async () => isDisabled || (await blocked()) > 1).toBe(true)
    answers = Promise.all([given, disabled])
  })
  expect((await answers)?.map(({ http }) => http)).toEqual([200, 200])
  expect(await doneAfterwards(hand)).toEqual([])
})

test('31.2 of many acts sent at once with the disabling of their operator none is done after it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const hand = await newHand()
    const players = await Promise.all(
      Array.from({ length: 8 }, (_none, at) => harness.player(`many${made}-${at}@players.example`)),
    )
    const acts = players.map(({ playerId }) =>
      post(`players/${playerId}/lx`, hand.token, { lx: '20', reason: 'asked for it' }),
    )
    const reads = players.map(({ playerId }) =>
      post('players/find', hand.token, { emails: [], playerIds: [playerId] }),
    )
    const all = [...acts.slice(0, 4), disable(hand), ...acts.slice(4), ...reads]
    const answers = await Promise.all(all)
    expect(answers[4]?.http).toBe(200)
    expect(await doneAfterwards(hand)).toEqual([])
  }
})

test('31.2 a call admitted before the disabling and run after it does nothing', async () => {
  const hand = await newHand()
  await disable(hand)
  let isDone = false
  const answer = await asOperator(harness.deps.db, { ...hand, permissions: new Set() }, async () => {
    isDone = true
    return ok(null)
  })
  expect(answer).toMatchObject({ refusal: { code: 'logged_out' } })
  expect(isDone).toBe(false)
})

test('a call admitted before a permission is removed and run after it does nothing', async () => {
  const hand = await newHand()
  const { db } = harness.deps
  const act = (permissions: ReadonlySet<NeededPermission>) =>
    asOperator(db, { ...hand, permissions }, async () => ok('done'))
  const before: ReadonlySet<NeededPermission> = new Set(['players.read', 'audit.read'])
  await db`update identity_operator set permissions = '{players.read,audit.read}' where id = ${hand.operatorId}`
  expect(await act(before)).toMatchObject({ value: 'done' })
  await db`update identity_operator set permissions = '{players.read}' where id = ${hand.operatorId}`
  expect(await act(before)).toMatchObject({ refusal: { code: 'logged_out' } })
  expect(await act(new Set(['players.read']))).toMatchObject({ value: 'done' })
})

test('a first approval no longer counts after its operator has lost the permission', async () => {
  const first = await newHand()
  const { db } = harness.deps
  const independent = () => areIndependent(db, first.operatorId, harness.rootId, 'settings.propose')
  await db`update identity_operator set permissions = '{settings.propose}' where id = ${first.operatorId}`
  expect(await independent()).toBe(true)
  await db`update identity_operator set permissions = '{}' where id = ${first.operatorId}`
  expect(await independent()).toBe(false)
})
