import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../queries.ts'
import { codeOf, pay, payCode, prePay, statusOf, untilStatus } from '../testing/orders.ts'
import { newPlayer, balancesOf } from '../testing/players.ts'
import { PIX_KEY } from '../testing/start-sandbox.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { statement } from '../../platform/testing/damage.ts'
import { until } from '../../../../../tools/test/until.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 300 } } })
})

afterAll(async () => {
  await harness.close()
})

test('finds and credits a payment whose webhook never came', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  await harness.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
})

test('expires an order in its time, and credits money that comes afterwards', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId, 'brl-50')
  const code = await codeOf(harness, order)
  await ownerOf(harness.deps.db)`update cashier_order set expires_at = now() where id = ${order.orderId}`
  expect(await statusOf(harness, playerId, order.orderId)).toBe('01')
  await until('expired by the job', async () => {
    const rows = await harness.deps.db<{ status: string }[]>`
      select status from cashier_order where id = ${order.orderId}`
    return rows[0]?.status === 'expired'
  })
  await harness.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await payCode(harness, code)
  await untilStatus(harness, playerId, order.orderId)
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(5_000)
})

test('shows the code of a charge whose opening got no answer', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await harness.bank.arm({ kind: 'api_timeout', when: 'after', how: 'drop', on: ['cob.create'] })
  await expect(prePay(harness, playerId)).rejects.toThrow('conexão')
  await harness.deps.db`update cashier_order set check_at = now() where player_id = ${playerId}`
  await until('open', async () => {
    const rows = await harness.deps.db<{ status: string }[]>`
      select status from cashier_order where player_id = ${playerId}`
    return rows[0]?.status === 'open'
  })
})

test('stores a Pix of a foreign charge as unmatched, and credits nobody', async () => {
  const txid = harness.deps.random.hex(16)
  const charge = await harness.bank.call('PUT', `/cob/${txid}`, {
    calendario: { expiracao: 600 },
    valor: { original: '12.34' },
    chave: PIX_KEY,
  })
  const endToEndId = await payCode(harness, String(charge.body['pixCopiaECola']))
  const unmatched = () => harness.deps.db<{ amount: number }[]>`
    select amount_cents as amount from cashier_unmatched_payment where provider_ref = ${endToEndId}`
  await until('kept as unmatched', async () => (await unmatched()).length === 1)
  expect((await unmatched())[0]?.amount).toBe(1_234)
})

test('books the other payments of a listing if one cannot be booked, and that one once it can be', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  const owner = ownerOf(harness.deps.db)
  await owner(statement(`alter table cashier_topup add constraint faulty check (player_id <> ${playerId})`))
  await harness.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await pay(harness, order)
  await untilSkipped()
  // Foreign charges are found by the listing only.
  const txid = harness.deps.random.hex(16)
  const charge = await harness.bank.call('PUT', `/cob/${txid}`, {
    calendario: { expiracao: 600 },
    valor: { original: '3.21' },
    chave: PIX_KEY,
  })
  await harness.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  const endToEndId = await payCode(harness, String(charge.body['pixCopiaECola']))
  await until('the other payment is stored', async () => {
    const rows = await harness.deps.db`
      select 1 from cashier_unmatched_payment where provider_ref = ${endToEndId}`
    return rows.length === 1
  })
  await owner(statement('alter table cashier_topup drop constraint faulty'))
  await untilStatus(harness, playerId, order.orderId)
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
})

const untilSkipped = () =>
  until('a payment is skipped and reported', async () =>
    (await harness.deps.metrics.text()).includes('palpite_job_skipped_total{name="cashier-reconciling"}'),
  )

test('asks about open charges although the bank lists nothing', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  await harness.bank.arm({ kind: 'api_error', when: 'before', times: 1000, on: ['pix.list'] })
  await harness.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await pay(harness, order)
  await harness.deps.db`update cashier_order set check_at = now() where id = ${order.orderId}`
  await untilStatus(harness, playerId, order.orderId)
  await harness.bank.disarm()
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
