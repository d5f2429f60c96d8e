import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../queries.ts'
import { payoutRailOf } from '../rails/providers.ts'
import { sameTerms, testNeeds, type Harness, startHarness } from '../testing/harness.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import { until } from '../../../../../tools/test/until.ts'
import { beginSending, openPayouts } from './send-payouts.ts'
import { claimToSend } from './payout-queries.ts'
import { requestWithdrawals } from './request-withdrawals.ts'

let harness: Harness

const settings = { payoutQuietSeconds: 1, bankTimeoutMs: 10_000, leaseSeconds: 60 }

/** A server that only sends payouts, on request. */
const server = () => {
  const deps = { ...harness.deps, metrics: openMetrics() }
  const readVipTerms = sameTerms({ withdrawalsADay: 3, feeBps: 0 })
  const { cashier } = cashierOf(deps, { ...testNeeds(), readVipTerms, settings })
  return { cashier, ...openPayouts(cashier, () => false) }
}

beforeAll(async () => {
  harness = await startHarness({ jobs: false })
})
beforeEach(() => harness.bank.disarm())
afterAll(() => harness.close())

/** Creates players who each withdraw R$ 60; answers the ids of their withdrawals. */
const withdrawals = async (count: number): Promise<string[]> => {
  const { cashier } = server()
  const requests = await Promise.all(
    Array.from({ length: count }, async () => {
      const { playerId, cpf } = await newPlayer(harness.deps)
      await giveCash(harness.deps, playerId, 10_000)
      const to = { method: 'CPF' as const, payCardNo: cpf, holderName: 'Ana', whatsapp: '' }
      return { ...to, playerId, sessionId: 1, amountCents: 6_000 }
    }),
  )
  const answers = await requestWithdrawals(cashier, requests)
  return answers.map((answer) => (answer.ok ? answer.value.orderId : ''))
}

const statusesOf = async (ids: readonly string[]) => {
  const rows = await harness.deps.db<{ id: string; status: string }[]>`
    select id, status from cashier_withdrawal where id = any(${ids}::text[])`
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

/** Runs a server until all of these have ended. */
const untilEnded = async (ids: readonly string[]) => {
  const { run, idle } = server()
  await until('all have ended', async () => {
    await harness.deps
      .db`update cashier_withdrawal set try_at = now() where status in ('sending', 'sent', 'unknown')`
    await run()
    await idle()
    return (await statusesOf(ids)).every((status) => status === 'paid' || status === 'failed')
  })
}

const saldo = async () => Number((await harness.bank.call('GET', '/v2/gn/saldo')).body['saldo'])

/** The number of batch and single payout calls to the bank meanwhile, counted by a fault that each of them uses. */
const callsOf = async (run: () => Promise<void>) => {
  const fault = { kind: 'api_error', when: 'after', times: 1000 }
  await harness.bank.arm({ ...fault, on: ['payout.batch'] })
  await harness.bank.arm({ ...fault, on: ['payout.create'] })
  await run()
  const { faults } = (await harness.bank.get('/sandbox/faults')) as { faults: { used: number }[] }
  await harness.bank.disarm()
  return faults.map(({ used }) => used)
}

test('payouts that wait together leave in one call, and a single one in its own', async () => {
  const together = await withdrawals(5)
  const { run, idle } = server()
  const send = async () => {
    await run()
    await idle()
  }
  expect(await callsOf(send)).toEqual([1, 0])
  await untilEnded(together)
  const alone = await withdrawals(1)
  expect(await callsOf(send)).toEqual([0, 1])
  await untilEnded(alone)
  expect(await statusesOf([...together, ...alone])).toEqual(Array(6).fill('paid'))
})

test('a batch of which the bank refuses some is settled payout by payout', async () => {
  const ids = await withdrawals(5)
  const before = await saldo()
  await harness.bank.arm({ kind: 'payout_rejected', when: 'now', times: 1 })
  await harness.bank.arm({ kind: 'payout_rejected', when: 'later', times: 1 })
  await untilEnded(ids)
  const statuses = await statusesOf(ids)
  expect(statuses.filter((status) => status === 'failed')).toHaveLength(2)
  expect(statuses.filter((status) => status === 'paid')).toHaveLength(3)
  expect(await saldo()).toBeCloseTo(before - 3 * 60, 2)
})

test('a batch whose server dies between any two steps is paid once, payout by payout', async () => {
  const before = await saldo()
  const { cashier } = server()
  const claim = () => claimToSend(harness.deps.db, { max: 40, leaseSeconds: 60, providers: ['pix'] })
  const create = async (rows: Awaited<ReturnType<typeof claim>>) => {
    const [first] = rows
    if (!first) throw new Error('there are payouts to send')
    const orders = rows.map((row) => ({ ...row, payoutId: row.id }))
    expect(await payoutRailOf(cashier, first).batch?.create(orders)).toHaveLength(rows.length)
  }
  const claimed = await withdrawals(2)
  await claim() // dies here
  const begun = await withdrawals(2)
  await beginSending(cashier, await claim()) // or here
  const sent = await withdrawals(2)
  const rows = await claim()
  await beginSending(cashier, rows)
  await create(rows) // or here
  const unheard = await withdrawals(2)
  await harness.bank.arm({ kind: 'api_timeout', when: 'after', how: 'drop', on: ['payout.batch'] })
  await server().run() // or the connection breaks once the bank has all of it
  const lost = await withdrawals(2)
  await harness.bank.arm({ kind: 'api_timeout', when: 'before', how: 'drop', on: ['payout.batch'] })
  const broken = server()
  await broken.run() // or before it has any
  await broken.idle()
  const all = [...claimed, ...begun, ...sent, ...unheard, ...lost]
  await untilEnded(all)
  expect(await statusesOf(all)).toEqual(Array(10).fill('paid'))
  expect(await saldo()).toBeCloseTo(before - 10 * 60, 2)
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
