import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockAccounts, move, post, verifyLedger } from '../../ledger/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { policyOf } from '../../protection/index.ts'
import { cashierOf } from '../cashier-of.ts'
import { testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { cashierClearing } from '../queries.ts'
import { codeOf, pay, payCode, prePay, statusOf, type TestOrder, untilStatus } from '../testing/orders.ts'
import { newPlayer, balancesOf } from '../testing/players.ts'
import { until } from '../../../../../tools/test/until.ts'
import { cashierDefaults } from '../settings.ts'
import { openOrders } from './open-orders.ts'
import { prePay as requestToPay } from './waiting-orders.ts'

let harness: Harness

beforeAll(async () => {
  // Only webhooks: the reconciliation listing is not read during these tests.
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
})

afterAll(async () => {
  await harness.close()
})

test('credits a top-up when the bank says it is paid', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  expect(await statusOf(harness, playerId, order.orderId)).toBe('00')
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 10_000, bonusCents: 0 })
})

test('sends to the payment page under the public address, or on the same origin where none is configured', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { payNo, url } = await prePay(harness, playerId)
  expect(url).toBe(`${harness.url}/pay/${payNo}`)
  expect((await fetch(url)).status).toBe(200)
  const { PUBLIC_URL: _, ...config } = harness.deps.config
  const deps = { ...harness.deps, config, metrics: openMetrics() }
  const { cashier } = cashierOf(deps, testNeeds(policyOf(config)))
  const [opened] = await openOrders(cashier, [{ playerId, packageId: 'brl-100', wantsBonusGrant: false }])
  if (!opened?.ok) throw new Error('the open order is answered')
  const request = { playerId, packageId: 'brl-100', wantsBonusGrant: false }
  expect(
    await requestToPay(cashier, { openOrder: async () => opened, keepCharge: async () => null }, request),
  ).toMatchObject({
    value: { url: `/pay/${payNo}` },
  })
})

test('gives the first bonus once and the later bonus afterwards', async () => {
  const { playerId } = await newPlayer(harness.deps)
  for (const expected of [2_000, 2_100]) {
    const order = await prePay(harness, playerId, 'brl-100', '1')
    await pay(harness, order)
    await untilStatus(harness, playerId, order.orderId)
    expect((await balancesOf(harness.deps, playerId)).bonusCents).toBe(expected)
  }
})

test('gives the first bonus to one of two orders that were both open before the first payment', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const one = await prePay(harness, playerId, 'brl-100', '1')
  const other = await prePay(harness, playerId, 'brl-200', '1')
  await pay(harness, one)
  await untilStatus(harness, playerId, one.orderId)
  await pay(harness, other)
  await untilStatus(harness, playerId, other.orderId)
  expect((await balancesOf(harness.deps, playerId)).bonusCents).toBe(2_000 + 200)
})

test('answers the same open order when the same package is ordered again, with the bonus chosen last', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const answers = await Promise.all(Array.from({ length: 200 }, () => prePay(harness, playerId)))
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
  const order = await prePay(harness, playerId, 'brl-100', '1')
  expect(order.orderId).toBe(answers[0]?.orderId)
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect((await balancesOf(harness.deps, playerId)).bonusCents).toBe(2_000)
  expect((await prePay(harness, playerId)).orderId).not.toBe(order.orderId)
})

test('accepts an amount that the player chose within the bounds, once, with the wagering of a deposit and without a gift', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const prePayAmount = (amountCents: number) =>
    harness.call(playerId, 'POST', '/api/app/order/prePayAmount', { gift: '1', amountCents })
  const { data: bounds } = await harness.call(playerId, 'GET', '/api/app/order/ownAmount')
  expect(bounds).toEqual({ minCents: 1_000, maxCents: 500_000, mainTimes: 1, giftTimes: 2 })
  for (const amountCents of [999, 500_001]) {
    expect(await prePayAmount(amountCents)).toMatchObject({
      http: 500,
      message: 'O depósito vai de R$ 10,00 a R$ 5.000,00.',
    })
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => prePayAmount(13_050)))
  expect(new Set(answers.map(({ data }) => data['orderId'])).size).toBe(1)
  const order = answers[0]?.data as TestOrder
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 13_050, bonusCents: 0 })
  const limits = await harness.call(playerId, 'GET', '/api/app/order/getWithdraw')
  expect(limits.data).toMatchObject({ wdAmount: 0 })
})

test('refuses more open orders than allowed, unsold packages and players without KYC', async () => {
  const { playerId } = await newPlayer(harness.deps)
  for (const pkgId of ['brl-20', 'brl-50', 'brl-100', 'brl-200', 'brl-500']) {
    await prePay(harness, playerId, pkgId)
  }
  const request = (id: number, pkgId: string) =>
    harness.call(id, 'POST', `/api/app/order/prePay/${pkgId}`, { gift: '1', pkgId })
  expect((await request(playerId, 'brl-1000')).data).toMatchObject({ code: 'too_many_open_orders' })
  expect((await request(playerId, 'first-100')).data).toMatchObject({ code: 'package_not_sold' })
  expect((await request(playerId, 'no-such')).data).toMatchObject({ code: 'package_not_sold' })
  const stranger = await newPlayer(harness.deps, { isIdentified: false })
  expect((await request(stranger.playerId, 'brl-100')).data).toMatchObject({ code: 'kyc_needed' })
  const differing = { gift: '1', pkgId: 'brl-20' }
  const mixed = await harness.call(playerId, 'POST', '/api/app/order/prePay/brl-50', differing)
  expect(mixed).toMatchObject({ http: 400, data: { field: 'pkgId' } })
})

test("answers another player's order like one that does not exist", async () => {
  const { playerId } = await newPlayer(harness.deps)
  const other = await newPlayer(harness.deps)
  const { orderId } = await prePay(harness, playerId)
  const seen = await harness.call(other.playerId, 'GET', `/api/app/order/getStatus/${orderId}`)
  const absent = await harness.call(other.playerId, 'GET', `/api/app/order/getStatus/${'0'.repeat(32)}`)
  expect(seen).toEqual(absent)
  expect(await harness.call(other.playerId, 'POST', `/api/app/order/cancel/${orderId}`)).toEqual(absent)
})

test('cancels an order, and still credits money that comes for it', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  const code = await codeOf(harness, order)
  const cancel = () => harness.call(playerId, 'POST', `/api/app/order/cancel/${order.orderId}`)
  expect((await cancel()).http).toBe(200)
  expect((await cancel()).http).toBe(200)
  expect(await statusOf(harness, playerId, order.orderId)).toBe('01')
  await expect(payCode(harness, code)).rejects.toThrow('removed')
  await harness.bank.arm({ kind: 'paid_after_end' })
  await payCode(harness, code)
  await untilStatus(harness, playerId, order.orderId)
  expect((await cancel()).data).toMatchObject({ code: 'order_not_open' })
})

test('rate-limits a player who cancels one order after the other; the bank opens no more charges', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const open = (amountCents: number) =>
    harness.call(playerId, 'POST', '/api/app/order/prePayAmount', { gift: '0', amountCents })
  const cancels: number[] = []
  let opened = await open(1000)
  while (opened.http === 200 && cancels.length < 40) {
    const { orderId } = opened.data as { orderId: string }
    cancels.push((await harness.call(playerId, 'POST', `/api/app/order/cancel/${orderId}`)).http)
    opened = await open(1000 + cancels.length)
  }
  // As many stay open as are allowed.
  expect(opened.data).toMatchObject({ code: 'too_many_open_orders' })
  expect(cancels.filter((http) => http === 200)).toHaveLength(20)
  expect(cancels).toHaveLength(20 + cashierDefaults.openOrdersMax)
  const other = await newPlayer(harness.deps)
  const { orderId } = await prePay(harness, other.playerId)
  expect((await harness.call(other.playerId, 'POST', `/api/app/order/cancel/${orderId}`)).http).toBe(200)
})

test('opens the order although the bank’s answer about its charge was lost', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await harness.bank.arm({ kind: 'api_timeout', when: 'after', how: 'drop', on: ['cob.create'] })
  const path = '/api/app/order/prePay/brl-50'
  const first = await harness.call(playerId, 'POST', path, { gift: '0', pkgId: 'brl-50' })
  expect(first).toMatchObject({ http: 503, data: { code: 'fault' } })
  const again = await prePay(harness, playerId, 'brl-50')
  expect(await codeOf(harness, again)).toContain('br.gov.bcb.pix')
  const rows = await harness.deps.db<{ count: number }[]>`
    select count(*) as count from cashier_order where player_id = ${playerId}`
  expect(rows[0]?.count).toBe(1)
})

const recordsOf = async (playerId: number) =>
  (await harness.call(playerId, 'GET', '/api/app/order/records')).data['records']

const owedBy = async (playerId: number) =>
  (await harness.call(playerId, 'GET', '/api/app/order/getWithdraw')).data['owed']

test('credits a payment of another amount, without the bonus', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId, 'brl-100', '1')
  await pay(harness, order, { valor: '37.50' })
  await untilStatus(harness, playerId, order.orderId)
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 3_750, bonusCents: 0 })
  const record = { status: '10', reason: 'other_amount', amountCents: 3_750 }
  expect(await recordsOf(playerId)).toMatchObject([record])
})

/** What each credited top-up of the player paid of a debt, as its event says. */
async function repaidBy(playerId: number) {
  const rows = await harness.deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = 'topup.credited' and player_id = ${playerId} order by id`
  return rows
    .flatMap(({ events }) => JSON.parse(events) as { repaidCents?: number }[])
    .map(({ repaidCents }) => repaidCents)
}

test('reverses what the bank took back, and keeps the missing part as a debt that the next top-up repays', async () => {
  const { deps, bank } = harness
  const { playerId } = await newPlayer(deps)
  const order = await prePay(harness, playerId, 'brl-100', '1')
  const endToEndId = await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  await bank.post('/sandbox/clawback', { endToEndId, valor: '30.00' })
  await until('partly back', async () => (await balancesOf(deps, playerId)).cashCents === 7_000)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 7_000, bonusCents: 2_000 })
  expect(await statusOf(harness, playerId, order.orderId)).toBe('10')
  const left = { status: '10', reason: 'partly_taken_back', amountCents: 7_000 }
  expect(await recordsOf(playerId)).toMatchObject([left])
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, { key: `lost:${playerId}`, from: { playerId, kind: 'cash' }, to: 'games', cents: 6_000 })
    await post(tx, batch)
  })
  await bank.post('/sandbox/clawback', { endToEndId })
  await untilStatus(harness, playerId, order.orderId, '01')
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
  expect(await recordsOf(playerId)).toMatchObject([
    { status: '01', reason: 'taken_back', amountCents: 10_000 },
  ])
  expect(await owedBy(playerId)).toBe(60)
  const next = await prePay(harness, playerId, 'brl-200', '0')
  await pay(harness, next)
  await untilStatus(harness, playerId, next.orderId)
  expect((await balancesOf(deps, playerId)).cashCents).toBe(20_000 - 6_000)
  expect(await owedBy(playerId)).toBe(0)
  expect(await repaidBy(playerId)).toEqual([undefined, 6_000])
})

test('takes a debt from all the cash there is, and requires no wagering for that part', async () => {
  const { deps } = harness
  const { playerId } = await newPlayer(deps)
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
    move(batch, { key: `had:${playerId}`, from: 'games', to: { playerId, kind: 'cash' }, cents: 500 })
    move(batch, { key: `owed:${playerId}`, from: { playerId, kind: 'debt' }, to: 'games', cents: 10_300 })
    await post(tx, batch)
  })
  const order = await prePay(harness, playerId, 'brl-100', '0')
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 200, bonusCents: 0 })
  const wagers = await deps.db<{ mainCents: number }[]>`
    select main_cents as "mainCents" from wagering_requirement where player_id = ${playerId}`
  expect(wagers.filter(({ mainCents }) => mainCents > 0)).toEqual([])
  // The cash from before paid the rest.
  expect(await repaidBy(playerId)).toEqual([10_000])
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
