import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { codeOf, pay, prePay, untilStatus } from '../testing/orders.ts'
import { newPlayer } from '../testing/players.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
})

afterAll(() => harness.close())

const paymentOf = (playerId: number, orderId: string) =>
  harness.call(playerId, 'GET', `/api/app/order/getPayment/${orderId}`)

const opened = async () => {
  const { playerId } = await newPlayer(harness.deps)
  return { playerId, order: await prePay(harness, playerId) }
}

const ordersOf = (playerId: number) => harness.deps.db<{ txid: string; wantsBonusGrant: boolean }[]>`
  select charge_ref as txid, wants_bonus_grant as "wantsBonusGrant" from cashier_order where player_id = ${playerId}`

test('answers the page of an open order, with its code and the time left', async () => {
  const { playerId, order } = await opened()
  const before = await ordersOf(playerId)
  for (let times = 0; times < 2; times += 1) {
    const { http, data } = await paymentOf(playerId, order.orderId)
    expect(http).toBe(200)
    expect(data).toMatchObject({ ...order, amountCents: 10_000, code: await codeOf(harness, order) })
    expect(data['secondsLeft']).toBeGreaterThan(0)
    expect(data['secondsLeft']).toBeLessThanOrEqual(1800)
  }
  expect(await ordersOf(playerId)).toEqual(before)
})

test('has no code while the bank has not answered, and opens no second charge', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await harness.bank.arm({ kind: 'api_timeout', when: 'before', how: 'drop', on: ['cob.create'] })
  const body = { gift: '0', pkgId: 'brl-50' }
  const lost = await harness.call(playerId, 'POST', '/api/app/order/prePay/brl-50', body)
  expect(lost.http).toBe(503)
  const { data } = await harness.call(playerId, 'GET', '/api/app/order/records')
  const [record] = data['records'] as { orderId: string; status: string }[]
  expect(record?.status).toBe('99')
  const payment = await paymentOf(playerId, record?.orderId ?? '')
  expect(payment).toMatchObject({ http: 200, data: { code: null, amountCents: 5_000 } })
  const page = await fetch(String(payment.data['url']))
  expect(await page.text()).toContain('data-state="preparing"')
})

test("answers another player's order like one that does not exist", async () => {
  const { order } = await opened()
  const other = await newPlayer(harness.deps)
  const seen = await paymentOf(other.playerId, order.orderId)
  expect(seen).toMatchObject({ http: 404, data: { code: 'not_found' } })
  expect(seen).toEqual(await paymentOf(other.playerId, '0'.repeat(32)))
})

test.each<[string, (playerId: number, orderId: string) => Promise<unknown>]>([
  ['cancelled', (playerId, orderId) => harness.call(playerId, 'POST', `/api/app/order/cancel/${orderId}`)],
  [
    'past its time, before or after the expiry job has run',
    (_playerId, orderId) => ownerOf(harness.deps.db)`
      update cashier_order set expires_at = now() - interval '1 second' where id = ${orderId}`,
  ],
])('refuses the payment of an order that is %s', async (_how, end) => {
  const { playerId, order } = await opened()
  await end(playerId, order.orderId)
  expect((await paymentOf(playerId, order.orderId)).data).toMatchObject({ code: 'order_not_open' })
})

test('refuses the payment of an order that is paid', async () => {
  const { playerId, order } = await opened()
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect((await paymentOf(playerId, order.orderId)).data).toMatchObject({ code: 'order_not_open' })
})
