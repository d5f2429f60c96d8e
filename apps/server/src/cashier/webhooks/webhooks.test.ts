import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../queries.ts'
import { readOpenExceptions } from '../index.ts'
import { pay, payCode, prePay, sendHook, statusOf, untilStatus } from '../testing/orders.ts'
import { newPlayer, balancesOf } from '../testing/players.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { until } from '../../../../../tools/test/until.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
})

afterAll(async () => {
  await harness.close()
})

const openHooks = async () => {
  const rows = await harness.deps.db<{ count: number }[]>`
    select count(*) as count from cashier_webhook where handled_at is null`
  return rows[0]?.count
}

const untilHandled = () => until('every webhook is handled', async () => (await openHooks()) === 0)

const paidWithLostWebhook = async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  await harness.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  const endToEndId = await pay(harness, order)
  return { playerId, orderId: order.orderId, endToEndId }
}

test.each([
  ['duplicated', { kind: 'webhook_duplicated', of: 'pix', copies: 20 }],
  ['late', { kind: 'webhook_late', of: 'pix', delayMs: 700 }],
  ['handled while the bank does not answer', { kind: 'api_error', when: 'before', on: ['pix.read'] }],
  [
    'handled while the connection to the bank breaks',
    { kind: 'api_timeout', when: 'after', how: 'drop', on: ['pix.read'] },
  ],
])('credits once when the webhook is %s', async (_how, fault) => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  await harness.bank.arm(fault)
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  await untilHandled()
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
})

test('credits two payments whose webhooks come in the wrong order', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const one = await prePay(harness, playerId, 'brl-20')
  const other = await prePay(harness, playerId, 'brl-50')
  await harness.bank.arm({ kind: 'webhook_reordered', of: 'pix' })
  await pay(harness, one)
  await pay(harness, other)
  await untilStatus(harness, playerId, one.orderId)
  await untilStatus(harness, playerId, other.orderId)
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(7_000)
})

test('credits a payment that arrives before the bank’s answer about its charge', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await harness.bank.arm({ kind: 'api_timeout', when: 'after', how: 'drop', on: ['cob.create'] })
  await expect(prePay(harness, playerId)).rejects.toThrow('conexão')
  const rows = await harness.deps.db<{ id: string; txid: string; status: string }[]>`
    select id, charge_ref as txid, status from cashier_order where player_id = ${playerId}`
  expect(rows[0]?.status).toBe('created')
  const charge = await harness.bank.call('GET', `/cob/${rows[0]?.txid}`)
  await payCode(harness, String(charge.body['pixCopiaECola']))
  await untilStatus(harness, playerId, String(rows[0]?.id))
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
})

test('neither credits nor stores webhooks that are forged, old, from the future or unsigned', async () => {
  const { playerId, orderId, endToEndId } = await paidWithLostWebhook()
  const raw = JSON.stringify({ pix: [{ endToEndId }] })
  const answers = await Promise.all([
    sendHook(harness, raw, { secret: 'another secret of somebody' }),
    sendHook(harness, raw, { ageSeconds: 305 }),
    sendHook(harness, raw, { ageSeconds: -305 }),
    sendHook(harness, raw, { signed: `${raw} ` }),
    fetch(`${harness.url}/api/hooks/pix/pix`, { method: 'POST', body: raw }),
    fetch(`${harness.url}/api/hooks/pix/pix`, { method: 'POST', headers: { 'x-signature': 't=1,v1=00' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
  const kept = await harness.deps.db<{ count: number }[]>`
    select count(*) as count from cashier_webhook where encode(body, 'escape') like ${`%${endToEndId}%`}`
  expect(kept[0]?.count).toBe(0)
  expect(await statusOf(harness, playerId, orderId)).toBe('00')
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(0)
})

test('a copy that is too old makes no recent copy so, though they come together', async () => {
  const raw = JSON.stringify({ pix: [{}], of: 'copies of one body' })
  const ages = Array.from({ length: 40 }, (_none, at) => (at % 2 === 0 ? 400 : 0))
  const answers = await Promise.all(ages.map((ageSeconds) => sendHook(harness, raw, { ageSeconds })))
  expect(answers.map(({ status }) => status)).toEqual(ages.map((age) => (age === 0 ? 200 : 401)))
  const kept = await harness.deps.db<{ copies: number }[]>`
    select copies::int as copies from cashier_webhook where body = ${raw}::text::bytea`
  expect(kept).toEqual([{ copies: 20 }])
})

test('credits once for 200 webhooks at once, whatever amounts and other items they contain', async () => {
  const { playerId, orderId, endToEndId } = await paidWithLostWebhook()
  const raw = (more: object) => JSON.stringify({ pix: [{ bad: true }, 7, { endToEndId, ...more }] })
  // Half are copies of one body, half differ each time.
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, n) => sendHook(harness, raw(n % 2 ? { valor: '999999.00' } : { n }))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await untilStatus(harness, playerId, orderId)
  await untilHandled()
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
  const kept = await harness.deps.db<{ count: number; copies: number }[]>`
    select count(*) as count, max(copies)::int as copies
      from cashier_webhook where encode(body, 'escape') like ${`%${endToEndId}%`}`
  expect(kept).toEqual([{ count: 101, copies: 100 }])
})

test('moves no money for a signed webhook that is unreadable or about a Pix the bank does not know', async () => {
  const unknown = await sendHook(harness, JSON.stringify({ pix: [{ endToEndId: 'E9999' }] }))
  const garbage = await sendHook(harness, 'not json')
  expect([unknown.status, garbage.status]).toEqual([200, 200])
  await until('asked about', async () => {
    const rows = await harness.deps.db<{ outcome: string }[]>`
      select outcome from cashier_webhook where handled_at is null`
    return rows.length === 1 && rows[0]?.outcome === 'again'
  })
  await harness.deps.db`update cashier_webhook set handled_at = now() where handled_at is null`
})

test('parks a webhook that a bug of ours keeps from being handled, and alerts an operator', async () => {
  const { db, metrics } = harness.deps
  // A stored body that the parser would reject, as after a faulty update of ours.
  const rows = await db<{ id: number }[]>`
    insert into cashier_webhook (body_sha256, body, sent_at, items, attempts)
    select decode(md5(attempts::text), 'hex'), '', now(), '[null]', attempts from (values (0), (11), (12)) as tried (attempts)
    returning id`
  const [fresh, last, fatal] = rows.map(({ id }) => id)
  const open = async () =>
    (await readOpenExceptions(db, 0, 10)).map(({ subject, what }) => ({ subject, what }))
  await until('two are parked', async () => (await open()).length === 2)
  expect(await open()).toEqual(
    expect.arrayContaining([
      { subject: `webhook:pix:${last}`, what: expect.stringContaining('in 12 tries') as string },
      { subject: `webhook:pix:${fatal}`, what: expect.stringContaining('never came to an end') as string },
    ]),
  )
  expect(await metrics.text()).toContain('cashier_alarms_total{kind="webhook_parked"} 2')
  const waiting = await db<{ id: number }[]>`select id from cashier_webhook where handled_at is null`
  expect(waiting).toEqual([{ id: fresh }])
  await db`update cashier_webhook set handled_at = now() where handled_at is null`
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
