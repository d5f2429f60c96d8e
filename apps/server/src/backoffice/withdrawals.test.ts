import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordKyc } from '../identity/index.ts'
import { makeTransfers, readBalances, verifyLedger } from '../ledger/index.ts'
import { cashierClearing } from '../cashier/index.ts'
import { closedGateway } from '../cashier/testing/closed-gateway.ts'
import { freshCpf } from '../cashier/testing/players.ts'
import { until } from '../cashier/testing/start-harness.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let one: { operatorId: number; token: string }
let two: { operatorId: number; token: string }
let stop: () => Promise<unknown>
const paidOut = new Set<string>()

/** A bank that pays whatever it is asked to, at once. */
const gateway = {
  ...closedGateway(),
  registerWebhook: async () => {},
  listPix: async () => [],
  createPayout: async ({ payoutId, amountCents }: { payoutId: string; amountCents: number }) => {
    expect(paidOut).not.toContain(payoutId)
    paidOut.add(payoutId)
    const payout = { payoutId, amountCents, state: 'paid', providerRef: `E${payoutId.slice(1)}` }
    return { kind: 'known', payout } as never
  },
}

beforeAll(async () => {
  harness = await openBackofficeHarness({ gateway })
  one = await harness.operatorWith('one@house.example', ['withdrawals.review'])
  two = await harness.operatorWith('two@house.example', ['withdrawals.review'])
  harness.cashier.haltPayouts(false)
  const jobs = harness.cashier.jobs()
  stop = () => Promise.all(jobs.map((job) => job.stop()))
})
afterAll(async () => {
  await stop()
  await harness.close()
})

let asked = 0
const newWithdrawal = async (amountCents: number, key?: string) => {
  asked += 1
  const { deps } = harness
  const { playerId } = await harness.player(`w${asked}@players.example`)
  const cpf = freshCpf()
  await deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf }]))
  const to = { playerId, kind: 'cash' } as const
  await makeTransfers(deps, [{ key: `test:${asked}`, from: 'opening', to, cents: 1_000_000 }])
  return { playerId, orderId: await withdraw({ playerId, amountCents, payCardNo: key ?? cpf }) }
}
type Withdrawal = { playerId: number; amountCents: number; payCardNo: string }
const withdraw = async (withdrawal: Withdrawal) => {
  const answer = await harness.cashier.requestWithdrawal({
    ...withdrawal,
    sessionId: 1,
    method: 'CPF',
    holderName: 'Ana Souza',
    whatsapp: '',
  })
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value.orderId
}

const DECIDE = 'POST /api/backoffice/withdrawals/decide'
let calls = 0
const decide = (token: string, orderIds: string[], outcome: 'approve' | 'refuse', requestId?: string) => {
  calls += 1
  const body = { requestId: requestId ?? `request-${calls}-of-a-test`, orderIds, outcome, reason: 'seen' }
  return harness.call(DECIDE, { token, body })
}
const statusOf = async (orderId: string) => {
  const rows = await harness.deps.db<{ status: string }[]>`
    select status from cashier_withdrawal where id = ${orderId}`
  return rows[0]?.status
}
const auditOf = async (playerId: number) => {
  const rows = await harness.deps.db<{ action: string; actor: string }[]>`
    select action, actor_id as actor from platform_audit
     where subject = ${`player:${playerId}`} and action like 'withdrawal.%' order by id`
  return rows.map(({ action, actor }) => `${action} ${actor}`)
}

test('S25 a withdrawal above a bound is paid once two independent operators approved it, both in the audit log', async () => {
  const { playerId, orderId } = await newWithdrawal(600_000)
  expect(await statusOf(orderId)).toBe('review')
  const { data } = await harness.call('GET /api/backoffice/withdrawals/reviews', { token: one.token })
  const items = (data?.['items'] ?? []) as { orderId: string }[]
  expect(items.find((item) => item.orderId === orderId)).toMatchObject({
    playerId,
    holder: 'Ana S.',
    reasons: ['large'],
    approvalsNeeded: 2,
    approvedBy: [],
    isLate: false,
  })
  const first = await decide(one.token, [orderId], 'approve', 'the-first-of-two-calls')
  expect(first.data).toEqual({ answers: [{ orderId, state: 'waits' }] })
  expect(await decide(one.token, [orderId], 'approve', 'the-first-of-two-calls')).toEqual(first)
  expect((await decide(one.token, [orderId], 'approve')).code).toBe('four_eyes')
  expect(await statusOf(orderId)).toBe('review')
  // Who created the operator was told the first password, and might hold both.
  expect((await decide(harness.rootToken, [orderId], 'approve')).code).toBe('four_eyes')
  const second = await decide(two.token, [orderId], 'approve')
  expect(second.data).toEqual({ answers: [{ orderId, state: 'sent' }] })
  await until('paid', async () => (await statusOf(orderId)) === 'paid')
  expect(paidOut).toContain(orderId)
  expect(await auditOf(playerId)).toEqual([
    `withdrawal.looked_at ${one.operatorId}`,
    `withdrawal.approved ${one.operatorId}`,
    `withdrawal.approved ${two.operatorId}`,
  ])
  expect((await decide(two.token, [orderId], 'refuse')).code).toBe('not_found')
})

test('one operator refuses a withdrawal, and its money is back in the balance', async () => {
  const { playerId, orderId } = await newWithdrawal(600_000)
  expect((await decide(one.token, [orderId], 'approve')).http).toBe(200)
  const { data } = await decide(two.token, [orderId], 'refuse')
  expect(data).toEqual({ answers: [{ orderId, state: 'refused' }] })
  expect(await statusOf(orderId)).toBe('failed')
  expect((await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents).toBe(1_000_000)
  expect(paidOut).not.toContain(orderId)
})

test('an operator who approved a withdrawal refuses it after all', async () => {
  const { playerId, orderId } = await newWithdrawal(600_000)
  expect((await decide(one.token, [orderId], 'approve')).http).toBe(200)
  const { data } = await decide(one.token, [orderId], 'refuse')
  expect(data).toEqual({ answers: [{ orderId, state: 'refused' }] })
  expect((await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents).toBe(1_000_000)
})

test('a key whose withdrawal operators refused is as new as before', async () => {
  const payCardNo = freshCpf()
  const { playerId, orderId } = await newWithdrawal(150_000, payCardNo)
  await decide(one.token, [orderId], 'refuse')
  expect(await statusOf(await withdraw({ playerId, amountCents: 150_000, payCardNo }))).toBe('review')
})

test('a batch is approved as a whole or not at all', async () => {
  const large = await Promise.all([newWithdrawal(300_000), newWithdrawal(300_000)])
  const ids = large.map(({ orderId }) => orderId)
  expect((await decide(one.token, [...ids, '0'.repeat(32)], 'approve')).code).toBe('not_found')
  const { data } = await decide(one.token, ids, 'approve')
  expect(data?.['answers']).toHaveLength(2)
  await until('both paid', async () => (await Promise.all(ids.map(statusOf))).every((one) => one === 'paid'))
})

test('a small withdrawal is sent without a look, much money to a new key waits a day though it is approved', async () => {
  const small = await newWithdrawal(10_000, freshCpf())
  await until('paid', async () => (await statusOf(small.orderId)) === 'paid')
  const { orderId } = await newWithdrawal(150_000, freshCpf())
  expect((await decide(one.token, [orderId], 'approve')).http).toBe(200)
  expect(await statusOf(orderId)).toBe('requested')
  const rows = await harness.deps.db<{ hours: number }[]>`
    select extract(epoch from try_at - requested_at)::float8 / 3600 as hours
      from cashier_withdrawal where id = ${orderId}`
  expect(rows[0]?.hours).toBeCloseTo(24, 1)
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
