import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../queries.ts'
import { readBankMessages } from '../index.ts'
import { pay, prePay, sendHook, statusOf } from '../testing/orders.ts'
import { balancesOf, newPlayer } from '../testing/players.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ jobs: false })
})
afterAll(() => harness.close())

const cashOf = async (playerId: number) => (await balancesOf(harness.deps, playerId)).cashCents

test('asked 200 times at once about one order, books the bank’s answer once', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { orderId, ...order } = await prePay(harness, playerId)
  expect(await harness.cashier.bank.ask(orderId)).toBe('open')
  await pay(harness, { orderId, ...order })
  expect(await cashOf(playerId)).toBe(0) // no webhook and no job: the bank was not asked yet
  const answers = await Promise.all(Array.from({ length: 200 }, () => harness.cashier.bank.ask(orderId)))
  expect(new Set(answers)).toEqual(new Set(['paid']))
  expect(await cashOf(playerId)).toBe(10_000)
  expect(await statusOf(harness, playerId, orderId)).toBe('10')
})

test('leaves an order unchanged that the bank does not know or does not answer about', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { orderId } = await prePay(harness, playerId)
  await harness.bank.arm({ kind: 'api_error', when: 'before', times: 1000, on: ['cob.read'] })
  expect(await harness.cashier.bank.ask(orderId)).toBe('silent')
  await harness.bank.disarm()
  await ownerOf(
    harness.deps.db,
  )`update cashier_order set charge_ref = ${'0'.repeat(32)} where id = ${orderId}`
  expect(await harness.cashier.bank.ask(orderId)).toBe('absent')
  expect(await statusOf(harness, playerId, orderId)).toBe('00')
  expect(await harness.cashier.bank.ask('f'.repeat(32))).toBe('not_asked')
})

test('finds the webhooks of an order by its charge, even before the payment is booked', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  const [row] = await harness.deps.db<{ txid: string }[]>`
    select charge_ref as txid from cashier_order where id = ${order.orderId}`
  const raw = JSON.stringify({ pix: [{ endToEndId: 'E7told', txid: row?.txid, valor: '100.00' }] })
  const other = JSON.stringify({ pix: [{ endToEndId: 'E7other', txid: '1'.repeat(32), valor: '1.00' }] })
  for (const body of [raw, raw, other]) expect((await sendHook(harness, body)).status).toBe(200)
  const words = await readBankMessages(harness.deps.db, order.orderId)
  expect(words?.webhooks).toMatchObject([
    { body: raw, isCut: false, copies: 2, state: 'waits', about: ['E7told'] },
  ])
})

test('finds a webhook without a charge, stored by an older version, by its payment', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  const endToEndId = await pay(harness, order)
  const raw = JSON.stringify({ pix: [{ endToEndId }], n: 1 })
  await sendHook(harness, raw)
  await until('kept', async () => {
    const rows = await harness.deps.db<{ id: number }[]>`
      select id from cashier_webhook where items @> ${JSON.stringify([{ e2eid: endToEndId }])}::text::jsonb`
    return rows.length === 1
  })
  expect((await readBankMessages(harness.deps.db, order.orderId))?.webhooks).toEqual([])
  expect(await harness.cashier.bank.ask(order.orderId)).toBe('paid')
  const words = await readBankMessages(harness.deps.db, order.orderId)
  expect(words?.payments).toMatchObject([{ providerRef: endToEndId, state: 'credited' }])
  expect(words?.webhooks.map(({ body }) => body)).toEqual([raw])
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
