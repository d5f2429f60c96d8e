import { permissions } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { cashierClearing } from '../cashier/index.ts'
import { closedGateway } from '../cashier/testing/harness.ts'
import { freshCpf } from '../cashier/testing/players.ts'
import { until } from '../../../../tools/test/until.ts'
import { disableOperator, recordKyc } from '../identity/index.ts'
import { makeTransfers, readBalances, readHouseBalances, verifyLedger } from '../ledger/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let one: { operatorId: number; token: string }
let two: { operatorId: number; token: string }
let stop: () => Promise<unknown>
/** The bank's answer for each payout: paid, or paid one cent short. */
const isWrong = new Set<number>()

const answerOf = (payoutId: string, amountCents: number) => {
  const saidCents = isWrong.has(amountCents) ? amountCents - 1 : amountCents
  const payout = { payoutId, amountCents: saidCents, state: 'paid', providerRef: `E${payoutId.slice(1)}` }
  return { kind: 'known', payout } as never
}
const asked = new Map<string, number>()
const gateway = {
  ...closedGateway(),
  registerWebhook: async () => {},
  listPayments: async () => [],
  createPayout: async ({ payoutId, amountCents }: { payoutId: string; amountCents: number }) => {
    asked.set(payoutId, amountCents)
    return answerOf(payoutId, amountCents)
  },
  getPayout: async (payoutId: string) => answerOf(payoutId, asked.get(payoutId) ?? 0),
}

const terms = { withdrawalsADay: 9, feeBps: 250 }

beforeAll(async () => {
  harness = await openBackofficeHarness({
    gateway,
    readVipTerms: async (_sql, ids) => new Map(ids.map((id) => [id, terms])),
  })
  one = await harness.operatorWith('one@house.example', ['books.settle'])
  two = await harness.operatorWith('two@house.example', ['books.settle'], harness.secondId)
  harness.cashier.haltPayouts(false)
  const jobs = harness.cashier.jobs()
  stop = () => Promise.all(jobs.map((job) => job.stop()))
})
afterAll(async () => {
  await stop()
  await harness.close()
})

const statusOf = async (orderId: string) => {
  const rows = await harness.deps.db<{ status: string }[]>`
    select status from cashier_withdrawal where id = ${orderId}`
  return rows[0]?.status
}
const cashOf = async (playerId: number) =>
  (await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents
const houseCents = async (kind: string) =>
  (await readHouseBalances(harness.deps.db, [kind])).reduce((sum, { cents }) => sum + cents, 0)

let made = 0
const withdrawn = async (amountCents: number, ends: string) => {
  made += 1
  const { deps } = harness
  const { playerId } = await harness.player(`s${made}@players.example`)
  const cpf = freshCpf()
  await deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Ana Souza', cpf }]))
  const to = { playerId, kind: 'cash' } as const
  await makeTransfers(deps, [{ key: `test:${made}`, from: 'opening', to, cents: 20_000 }])
  const who = { playerId, sessionId: 1, holderName: 'Ana Souza', whatsapp: '', payCardNo: cpf }
  const answer = await harness.cashier.requestWithdrawal({ ...who, method: 'CPF', amountCents })
  if (!answer.ok) throw new Error(answer.refusal.code)
  const { orderId } = answer.value
  await until(`it is ${ends}`, async () => (await statusOf(orderId)) === ends)
  return { playerId, orderId }
}

/** A payout reported one cent short, older than the alarm delay. */
const unknownOne = async (amountCents: number) => {
  isWrong.add(amountCents - Math.floor(amountCents / 40)) // less the fee
  const payout = await withdrawn(amountCents, 'unknown')
  const owner = ownerOf(harness.deps.db)
  await owner`
    update cashier_withdrawal set unknown_since = now() - interval '1 hour', last_sent_at = now() - interval '1 hour'
     where id = ${payout.orderId}`
  return payout
}

let calls = 0
const settle = async (token: string, orderId: string, outcome: string, requestId?: string) => {
  calls += 1
  const body = {
    requestId: requestId ?? `request-${calls}-of-a-test`,
    orderId,
    outcome,
    reason: 'asked there',
  }
  const { data, code } = await harness.call('POST /api/backoffice/withdrawals/settle', { token, body })
  return data?.['state'] ?? code
}

test('a payout whose outcome stays unknown ends as two independent operators decide', async () => {
  const failed = await unknownOne(10_000)
  expect(await settle(one.token, failed.orderId, 'failed', 'the-first-of-two-words')).toBe('waits')
  expect(await settle(one.token, failed.orderId, 'failed', 'the-first-of-two-words')).toBe('waits')
  expect(await settle(one.token, failed.orderId, 'paid', 'the-first-of-two-words')).toBe('request_mismatch')
  expect(await settle(one.token, failed.orderId, 'failed')).toBe('needs_another')
  // The creator of the first operator cannot be the second, and blocks nobody.
  expect(await settle(harness.rootToken, failed.orderId, 'failed')).toBe('waits')
  // An operator with another outcome is not the second one.
  expect(await settle(two.token, failed.orderId, 'paid')).toBe('waits')
  expect([await statusOf(failed.orderId), await cashOf(failed.playerId)]).toEqual(['unknown', 10_000])
  expect(await settle(two.token, failed.orderId, 'failed', 'the-second-of-two-words')).toBe('settled')
  expect(await settle(two.token, failed.orderId, 'failed', 'the-second-of-two-words')).toBe('settled')
  expect([await statusOf(failed.orderId), await cashOf(failed.playerId)]).toEqual(['failed', 20_000])

  const paid = await unknownOne(12_000)
  const before = await houseCents('pix_out')
  for (const { token } of [one, two]) await settle(token, paid.orderId, 'paid')
  expect([await statusOf(paid.orderId), await cashOf(paid.playerId)]).toEqual(['paid', 8_000])
  expect((await houseCents('pix_out')) - before).toBe(11_700)
  expect(await settle(two.token, paid.orderId, 'failed')).toBe('not_possible')
  const audited = await harness.deps.db<{ actor: string }[]>`
    select actor_id as actor from platform_audit
     where subject = ${`player:${paid.playerId}`} and action = 'payout.settled' order by id`
  expect(audited.map(({ actor }) => Number(actor))).toEqual([one.operatorId, two.operatorId])
})

test('the operator who created all others cannot be one of the two, and does not block two of them', async () => {
  const { playerId, orderId } = await unknownOne(11_000)
  expect(await settle(harness.rootToken, orderId, 'failed')).toBe('waits')
  expect(await settle(harness.rootToken, orderId, 'failed')).toBe('needs_another')
  expect(await settle(one.token, orderId, 'failed')).toBe('waits')
  expect([await statusOf(orderId), await cashOf(playerId)]).toEqual(['unknown', 9_000])
  expect(await settle(two.token, orderId, 'failed')).toBe('settled')
  expect([await statusOf(orderId), await cashOf(playerId)]).toEqual(['failed', 20_000])
})

test('a decision does not count if the payout was sent again, or its operator disabled, since', async () => {
  const { playerId, orderId } = await unknownOne(13_000)
  const owner = ownerOf(harness.deps.db)
  const unknownAnew = () => owner`
    update cashier_withdrawal set attempts = attempts + 1, unknown_since = now() - interval '50 minutes'
     where id = ${orderId}`
  const sentAnew = () => owner`
    update cashier_withdrawal set attempts = attempts + 1, last_sent_at = now() - interval '40 minutes'
     where id = ${orderId}`
  expect(await settle(one.token, orderId, 'failed')).toBe('waits')
  expect(await settle(one.token, orderId, 'paid')).toBe('waits')
  await unknownAnew()
  expect(await settle(two.token, orderId, 'failed')).toBe('waits')
  expect(await settle(two.token, orderId, 'paid')).toBe('waits')
  await sentAnew()
  expect(await settle(one.token, orderId, 'failed')).toBe('waits')
  expect([await statusOf(orderId), await cashOf(playerId)]).toEqual(['unknown', 7_000])

  const gone = await harness.operatorWith('gone@house.example', ['books.settle'])
  const other = await unknownOne(13_500)
  expect(await settle(gone.token, other.orderId, 'failed')).toBe('waits')
  const by = { operatorId: harness.rootId, sessionId: 0, permissions: new Set(permissions) }
  expect(await disableOperator(harness.operators, by, gone.operatorId)).toMatchObject({ ok: true })
  expect(await settle(one.token, other.orderId, 'failed')).toBe('waits')
  expect(await settle(two.token, other.orderId, 'failed')).toBe('settled')
  // Sent again, it ends when two operators decide on the same attempt.
  expect(await settle(two.token, orderId, 'failed')).toBe('settled')
  expect([await statusOf(orderId), await cashOf(playerId)]).toEqual(['failed', 20_000])
})

test('a payout cannot be failed before the alarm delay, or while it may be under way', async () => {
  const { orderId } = await unknownOne(14_000)
  const owner = ownerOf(harness.deps.db)
  await owner`update cashier_withdrawal set last_sent_at = now() where id = ${orderId}`
  expect(await settle(one.token, orderId, 'failed')).toBe('not_possible')
  await owner`update cashier_withdrawal set unknown_since = now() where id = ${orderId}`
  expect(await settle(one.token, orderId, 'paid')).toBe('not_possible')
  expect(await settle(one.token, orderId, 'returned')).toBe('not_possible')
  expect(await settle(one.token, '0'.repeat(32), 'paid')).toBe('not_found')
})

test('a payout returned after it was paid goes back to the player with its fee, once two operators confirm it', async () => {
  const { playerId, orderId } = await withdrawn(16_000, 'paid')
  const [out, fees] = [await houseCents('pix_out'), await houseCents('fees')]
  expect(await settle(one.token, orderId, 'returned')).toBe('waits')
  expect(await cashOf(playerId)).toBe(4_000)
  expect(await settle(two.token, orderId, 'returned')).toBe('settled')
  expect([await statusOf(orderId), await cashOf(playerId)]).toEqual(['failed', 20_000])
  expect([await houseCents('pix_out'), await houseCents('fees')]).toEqual([out - 15_600, fees - 400])
  expect(await settle(two.token, orderId, 'returned')).toBe('not_possible')
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
