import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { recordKyc } from '../identity/index.ts'
import { makeTransfers, readBalances, verifyLedger } from '../ledger/index.ts'
import { cashierClearing } from '../cashier/index.ts'
import { closedGateway } from '../cashier/testing/harness.ts'
import { freshCpf } from '../cashier/testing/players.ts'
import { until } from '../../../../tools/test/until.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let one: { operatorId: number; token: string }
let two: { operatorId: number; token: string }
let stop: () => Promise<unknown>
const paidOut = new Set<string>()

/** A bank that pays every request at once. */
const gateway = {
  ...closedGateway(),
  registerWebhook: async () => {},
  listPayments: async () => [],
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
  two = await harness.operatorWith('two@house.example', ['withdrawals.review'], harness.secondId)
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

test('S25 a withdrawal above the limit is paid once two independent operators approved it, both in the audit log', async () => {
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
  const needsAnother = { answers: [{ orderId, state: 'needs_another' }] }
  expect((await decide(one.token, [orderId], 'approve')).data).toEqual(needsAnother)
  expect(await statusOf(orderId)).toBe('review')
  // The creator of the operator received the first password, and may know both.
  expect((await decide(harness.rootToken, [orderId], 'approve')).data).toEqual(needsAnother)
  const second = await decide(two.token, [orderId], 'approve')
  expect(second.data).toEqual({ answers: [{ orderId, state: 'sent' }] })
  await until('paid', async () => (await statusOf(orderId)) === 'paid')
  expect(paidOut).toContain(orderId)
  expect(await auditOf(playerId)).toEqual([
    `withdrawal.looked_at ${one.operatorId}`,
    `withdrawal.approved ${one.operatorId}`,
    `withdrawal.approved ${two.operatorId}`,
  ])
  const late = await decide(two.token, [orderId], 'refuse')
  expect(late.data).toEqual({ answers: [{ orderId, state: 'not_waiting' }] })
})

test('one operator refuses a withdrawal, and the money returns to the balance', async () => {
  const { playerId, orderId } = await newWithdrawal(600_000)
  expect((await decide(one.token, [orderId], 'approve')).http).toBe(200)
  const { data } = await decide(two.token, [orderId], 'refuse')
  expect(data).toEqual({ answers: [{ orderId, state: 'refused' }] })
  expect(await statusOf(orderId)).toBe('failed')
  expect((await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents).toBe(1_000_000)
  expect(paidOut).not.toContain(orderId)
})

test('an operator who approved a withdrawal can still refuse it', async () => {
  const { playerId, orderId } = await newWithdrawal(600_000)
  expect((await decide(one.token, [orderId], 'approve')).http).toBe(200)
  const { data } = await decide(one.token, [orderId], 'refuse')
  expect(data).toEqual({ answers: [{ orderId, state: 'refused' }] })
  expect((await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents).toBe(1_000_000)
})

test('a key whose withdrawal was refused counts as new again', async () => {
  const payCardNo = freshCpf()
  const { playerId, orderId } = await newWithdrawal(150_000, payCardNo)
  await decide(one.token, [orderId], 'refuse')
  expect(await statusOf(await withdraw({ playerId, amountCents: 150_000, payCardNo }))).toBe('review')
})

test('each withdrawal of a batch gets its own answer, and the batch sent again acts once and answers the same', async () => {
  const [first, second, large, gone] = await Promise.all(
    [300_000, 300_000, 600_000, 300_000].map((amountCents) => newWithdrawal(amountCents)),
  )
  if (!first || !second || !large || !gone) throw new Error('four were asked for')
  const nobodys = '0'.repeat(32)
  await decide(one.token, [large.orderId], 'approve')
  await decide(two.token, [gone.orderId], 'refuse')
  const ids = [first, large, gone, second].map(({ orderId }) => orderId)
  const batch = () => decide(one.token, [...ids, nobodys], 'approve', 'a-batch-of-five-payouts')
  const answered = await batch()
  expect(answered.data).toEqual({
    answers: [
      { orderId: first.orderId, state: 'sent' },
      { orderId: large.orderId, state: 'needs_another' },
      { orderId: gone.orderId, state: 'not_waiting' },
      { orderId: second.orderId, state: 'sent' },
      { orderId: nobodys, state: 'not_waiting' },
    ],
  })
  await until('both paid', async () => {
    const statuses = await Promise.all([first, second].map(({ orderId }) => statusOf(orderId)))
    return statuses.every((status) => status === 'paid')
  })
  expect(await batch()).toEqual(answered)
  const fewer = await decide(one.token, ids, 'approve', 'a-batch-of-five-payouts')
  expect(fewer.code).toBe('request_mismatch')
  expect(await auditOf(first.playerId)).toEqual([`withdrawal.approved ${one.operatorId}`])
  expect(await statusOf(large.orderId)).toBe('review')
  expect((await readBalances(harness.deps.db, [gone.playerId])).get(gone.playerId)?.cashCents).toBe(1_000_000)
})

type UnderWay = { orderId: string; state: string; isLate: boolean; promisedAt: string; requestedAt: string }

test('shows operators every withdrawal under way, earliest promise first, and which are late', async () => {
  const [soon, later] = [await newWithdrawal(600_000), await newWithdrawal(600_000)]
  const owner = ownerOf(harness.deps.db)
  await owner`update cashier_withdrawal set promised_at = now() - interval '1 second' where id = ${soon.orderId}`
  const { data } = await harness.call('GET /api/backoffice/withdrawals/underWay', { token: one.token })
  const items = (data?.['items'] ?? []) as UnderWay[]
  const at = (orderId: string) => items.findIndex((item) => item.orderId === orderId)
  expect(items[at(soon.orderId)]).toMatchObject({ state: 'review', amountCents: 600_000, isLate: true })
  expect(items[at(later.orderId)]).toMatchObject({ state: 'review', isLate: false })
  expect(at(soon.orderId)).toBeLessThan(at(later.orderId))
  await until('the late one is counted', async () => {
    return (await harness.deps.metrics.text()).includes('cashier_late_withdrawals 1')
  })
})

const suspend = async (playerId: number) => {
  const body = {
    requestId: `suspends-the-player-${playerId}`,
    reason: 'the same card pays for five accounts',
  }
  const call = `POST /api/backoffice/players/${playerId}/suspend` as const
  expect((await harness.call(call, { token: harness.rootToken, body })).http).toBe(200)
}
const lift = async (playerId: number) => {
  const body = {
    requestId: `lifts-it-of-player-${playerId}`,
    reason: 'the documents of the family were seen',
  }
  const call = `POST /api/backoffice/players/${playerId}/liftSuspension` as const
  expect((await harness.call(call, { token: harness.secondToken, body })).http).toBe(200)
}
const answerTo = async (token: string, orderId: string) =>
  (await decide(token, [orderId], 'approve')).data?.['answers']

test('an approved withdrawal that a suspension held is approved anew by the same operators, and sent once', async () => {
  harness.cashier.haltPayouts(true)
  const { playerId, orderId } = await newWithdrawal(600_000)
  expect(await answerTo(one.token, orderId)).toEqual([{ orderId, state: 'waits' }])
  expect(await answerTo(two.token, orderId)).toEqual([{ orderId, state: 'sent' }])
  await suspend(playerId)
  expect(await statusOf(orderId)).toBe('review')
  await lift(playerId)
  expect(await answerTo(one.token, orderId)).toEqual([{ orderId, state: 'waits' }])
  expect(await answerTo(one.token, orderId)).toEqual([{ orderId, state: 'needs_another' }])
  expect(await answerTo(two.token, orderId)).toEqual([{ orderId, state: 'sent' }])
  harness.cashier.haltPayouts(false)
  await until('paid', async () => (await statusOf(orderId)) === 'paid')
  // All votes stay on record.
  const votes = await harness.deps.db`
    select times_held as "timesHeld", count(*)::int as votes from cashier_withdrawal_review
     where withdrawal_id = ${orderId} group by times_held order by times_held`
  expect(votes).toEqual([
    { timesHeld: 0, votes: 2 },
    { timesHeld: 1, votes: 2 },
  ])
})

test('an approval from before a suspension counts no more, also of a withdrawal that waited for a second one', async () => {
  const { playerId, orderId } = await newWithdrawal(600_000)
  expect(await answerTo(one.token, orderId)).toEqual([{ orderId, state: 'waits' }])
  await suspend(playerId)
  await lift(playerId)
  const { data } = await harness.call('GET /api/backoffice/withdrawals/reviews', { token: one.token })
  const items = (data?.['items'] ?? []) as { orderId: string }[]
  expect(items.find((item) => item.orderId === orderId)).toMatchObject({
    reasons: ['large', 'suspended'],
    approvalsNeeded: 2,
    approvedBy: [],
  })
  expect(await answerTo(two.token, orderId)).toEqual([{ orderId, state: 'waits' }])
  expect(await answerTo(one.token, orderId)).toEqual([{ orderId, state: 'sent' }])
  await until('paid', async () => (await statusOf(orderId)) === 'paid')
})

test('a small withdrawal is sent without review; a large one to a new key waits a day even if approved', async () => {
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
