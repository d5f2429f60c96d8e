import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshCpf } from '../cashier/testing/players.ts'
import { closedGateway } from '../cashier/testing/harness.ts'
import { recordKyc } from '../identity/index.ts'
import { balanceOf, lockAccounts, makeTransfers } from '../ledger/index.ts'
import { verifyAudit } from '../platform/audit.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
/** Operators who may suspend: independent of each other, and one created by the first. */
let first: string
let second: string
let child: string
beforeAll(async () => {
  harness = await openBackofficeHarness({ gateway: closedGateway() })
  first = harness.rootToken
  second = harness.secondToken
  const made = await harness.operatorWith('child@house.example', ['players.suspend', 'players.read'])
  child = made.token
})
afterAll(() => harness.close())

const WHY = 'the same card pays for five accounts'
const FOUND = 'the card is of the family, documents were seen'

let made = 0
const requestId = () => `suspension-request-${(made += 1)}`
const newPlayer = async () => (await harness.player(`suspended${(made += 1)}@players.example`)).playerId

type Asked = { token: string; reason?: string; id?: string }
const suspend = (playerId: number, { token, reason = WHY, id = requestId() }: Asked) =>
  harness.call(`POST /api/backoffice/players/${playerId}/suspend`, { token, body: { requestId: id, reason } })
const lift = (playerId: number, { token, reason = FOUND, id = requestId() }: Asked) =>
  harness.call(`POST /api/backoffice/players/${playerId}/liftSuspension`, {
    token,
    body: { requestId: id, reason },
  })
const find = async (playerId: number) => {
  const body = { emails: [], playerIds: [playerId] }
  const { data } = await harness.call('POST /api/backoffice/players/find', { token: first, body })
  return (data as unknown as { suspension: Record<string, unknown> | null }[])[0]?.suspension
}
const listed = async (status: 'open' | 'lifted') => {
  const { data } = await harness.call(`GET /api/backoffice/suspensions?status=${status}`, { token: first })
  return data?.['items'] as Record<string, unknown>[]
}
const audited = (playerId: number) =>
  harness.deps.db<{ action: string; details: Record<string, unknown> }[]>`
    select action, details::json from platform_audit
     where subject = ${`player:${playerId}`} and action like 'player.susp%' order by id`

test('an operator suspends an account, another of another tree lifts it; both are audited with before and after', async () => {
  const playerId = await newPlayer()
  expect(await find(playerId)).toBeNull()
  expect((await suspend(playerId, { token: first })).http).toBe(200)
  expect(await find(playerId)).toMatchObject({ reason: WHY, suspendedBy: harness.rootId, liftedAt: null })
  expect(await listed('open')).toMatchObject([{ playerId, reason: WHY, suspendedBy: harness.rootId }])

  // Neither the operator who suspended it nor one whom they created may lift it.
  expect((await lift(playerId, { token: first })).code).toBe('four_eyes')
  expect((await lift(playerId, { token: child })).code).toBe('four_eyes')
  expect((await lift(playerId, { token: second })).http).toBe(200)
  expect(await find(playerId)).toBeNull()
  expect(await listed('open')).toEqual([])
  expect(await listed('lifted')).toMatchObject([
    { playerId, reason: WHY, liftedBy: harness.secondId, liftReason: FOUND },
  ])
  expect(await audited(playerId)).toMatchObject([
    { action: 'player.suspended', details: { before: 'open', after: 'suspended', reason: WHY } },
    {
      action: 'player.suspension_lifted',
      details: {
        before: { suspendedBy: harness.rootId, reason: WHY },
        after: 'open',
        reason: FOUND,
      },
    },
  ])
  expect(await verifyAudit(harness.deps.db)).toEqual([])
})

test('S47: what a disabled operator suspended is lifted by an independent one, and by nobody of the same tree', async () => {
  const playerId = await newPlayer()
  const leaver = await harness.operatorWith('leaver@house.example', ['players.suspend', 'players.read'])
  expect((await suspend(playerId, { token: leaver.token })).http).toBe(200)
  const disable = `POST /api/backoffice/operators/${leaver.operatorId}/disable`
  expect((await harness.call(disable, { token: first })).http).toBe(200)
  expect((await lift(playerId, { token: leaver.token })).http).toBe(401)
  for (const token of [first, child]) expect((await lift(playerId, { token })).code).toBe('four_eyes')
  expect(await find(playerId)).toMatchObject({ suspendedBy: leaver.operatorId, liftedAt: null })
  expect((await lift(playerId, { token: second })).http).toBe(200)
  expect(await find(playerId)).toBeNull()
  expect(await listed('lifted')).toContainEqual(
    expect.objectContaining({ playerId, suspendedBy: leaver.operatorId, liftedBy: harness.secondId }),
  )
})

test('a suspended account, one that is not, and an unknown one are refused by name; a reason is needed', async () => {
  const playerId = await newPlayer()
  expect((await lift(playerId, { token: second })).code).toBe('not_suspended')
  expect((await suspend(playerId, { token: first, reason: 'because' })).code).toBe('bad_request')
  expect((await suspend(playerId, { token: first })).http).toBe(200)
  expect((await suspend(playerId, { token: second })).code).toBe('already_suspended')
  expect((await suspend(999_999, { token: first })).code).toBe('not_found')
  expect((await lift(999_999, { token: first })).code).toBe('not_found')
  expect((await lift(playerId, { token: second })).http).toBe(200)
  expect((await suspend(playerId, { token: second })).http).toBe(200)
})

test('31.7 a suspension sent again is one, and its request id belongs to one account and reason', async () => {
  const [playerId, other] = [await newPlayer(), await newPlayer()]
  const id = requestId()
  expect((await suspend(playerId, { token: first, id })).http).toBe(200)
  expect((await suspend(playerId, { token: first, id })).http).toBe(200)
  expect((await suspend(other, { token: first, id })).code).toBe('request_mismatch')
  expect((await suspend(playerId, { token: first, id, reason: FOUND })).code).toBe('request_mismatch')
  expect((await suspend(playerId, { token: second, id })).code).toBe('request_mismatch')
  const lifted = requestId()
  expect((await lift(playerId, { token: second, id: lifted })).http).toBe(200)
  expect((await lift(playerId, { token: second, id: lifted })).http).toBe(200)
  expect((await lift(playerId, { token: second, id: lifted, reason: WHY })).code).toBe('request_mismatch')
  // Sent again late, the first request does not suspend the account anew.
  expect((await suspend(playerId, { token: first, id })).http).toBe(200)
  expect(await find(playerId)).toBeNull()
  expect(await audited(playerId)).toHaveLength(2)
})

test('a withdrawal that was not sent yet waits for operators, who can refuse it, and approve it once the account is open', async () => {
  const playerId = await newPlayer()
  const cpf = freshCpf()
  const { db } = harness.deps
  await db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf }]))
  const to = { playerId, kind: 'cash' } as const
  await makeTransfers(harness.deps, [{ key: `held:${playerId}`, from: 'opening', to, cents: 50_000 }])
  const ask = async (amountCents: number) => {
    const answer = await harness.cashier.requestWithdrawal({
      playerId,
      sessionId: 1,
      holderName: 'Ana Souza',
      whatsapp: '',
      payCardNo: cpf,
      method: 'CPF',
      amountCents,
    })
    return answer.ok ? answer.value.orderId : answer.refusal.code
  }
  const [one, two] = [await ask(6_000), await ask(7_000)]
  const state = async (id: string) =>
    (
      await db<{ status: string; reasons: string[] }[]>`
        select status, review_reasons as reasons from cashier_withdrawal where id = ${id}`
    )[0]
  const decide = async (orderId: string, outcome: string) => {
    const body = { requestId: requestId(), orderIds: [orderId], outcome, reason: 'documents were seen' }
    const { data } = await harness.call('POST /api/backoffice/withdrawals/decide', { token: second, body })
    return (data?.['answers'] as { state: string }[] | undefined)?.[0]?.state
  }
  expect(await state(one)).toMatchObject({ status: 'requested' })
  expect((await suspend(playerId, { token: first })).http).toBe(200)
  expect(await state(one)).toEqual({ status: 'review', reasons: ['suspended'] })
  expect(await ask(6_100)).toBe('account_suspended')
  expect(await decide(one, 'approve')).toBe('suspended')
  expect(await decide(two, 'refuse')).toBe('refused')
  const cash = await db.begin(async (tx) => balanceOf(await lockAccounts(tx, [playerId]), playerId, 'cash'))
  expect(cash).toBe(44_000)
  expect((await lift(playerId, { token: second })).http).toBe(200)
  expect(await state(one)).toMatchObject({ status: 'review' })
  expect(await decide(one, 'approve')).toBe('sent')
})
