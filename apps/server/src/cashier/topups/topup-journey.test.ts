import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook, move, post, proveLedger } from '../../ledger/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { policyOf } from '../../protection/index.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../clearing.ts'
import { codeOf, pay, payCode, prePay, statusOf, untilStatus } from '../trial/orders.ts'
import { newPlayer, purseOf } from '../trial/players.ts'
import { startTrial, type Trial, until } from '../trial/start-trial.ts'
import { openOrders } from './open-orders.ts'
import { prePay as askToPay } from './pre-pay.ts'

let trial: Trial

beforeAll(async () => {
  // Webhooks alone: the listing is not read while these tests run.
  trial = await startTrial({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
})

afterAll(async () => {
  await trial.close()
})

test('credits a top-up when the bank says it is paid', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId)
  expect(await statusOf(trial, playerId, order.orderId)).toBe('00')
  await pay(trial, order)
  await untilStatus(trial, playerId, order.orderId)
  expect(await purseOf(trial.house, playerId)).toEqual({ cashCents: 10_000, bonusCents: 0 })
})

test('sends to the payment page under the public address, or on the same origin where none is configured', async () => {
  const { playerId } = await newPlayer(trial.house)
  const { payNo, url } = await prePay(trial, playerId)
  expect(url).toBe(`${trial.url}/pay/${payNo}`)
  expect((await fetch(url)).status).toBe(200)
  const { PUBLIC_URL: _, ...config } = trial.house.config
  const house = { ...trial.house, config, metrics: openMetrics() }
  const { cashier } = cashierOf(house, { policy: policyOf(config) })
  const [opened] = await openOrders(cashier, [{ playerId, packageId: 'brl-100', wantsGift: false }])
  if (!opened?.ok) throw new Error('the open order is answered')
  const ask = { playerId, packageId: 'brl-100', wantsGift: false }
  expect(await askToPay(cashier, async () => opened, ask)).toMatchObject({ value: { url: `/pay/${payNo}` } })
})

test('gives the first gift once and the later gift afterwards', async () => {
  const { playerId } = await newPlayer(trial.house)
  for (const expected of [2_000, 2_500]) {
    const order = await prePay(trial, playerId, 'brl-100', '1')
    await pay(trial, order)
    await untilStatus(trial, playerId, order.orderId)
    expect((await purseOf(trial.house, playerId)).bonusCents).toBe(expected)
  }
})

test('gives the first gift to one of two orders that were both open before the first payment', async () => {
  const { playerId } = await newPlayer(trial.house)
  const one = await prePay(trial, playerId, 'brl-100', '1')
  const other = await prePay(trial, playerId, 'brl-200', '1')
  await pay(trial, one)
  await untilStatus(trial, playerId, one.orderId)
  await pay(trial, other)
  await untilStatus(trial, playerId, other.orderId)
  expect((await purseOf(trial.house, playerId)).bonusCents).toBe(2_000 + 1_200)
})

test('answers the same open order when the same package is asked for again, with the gift chosen last', async () => {
  const { playerId } = await newPlayer(trial.house)
  const answers = await Promise.all(Array.from({ length: 200 }, () => prePay(trial, playerId)))
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
  const order = await prePay(trial, playerId, 'brl-100', '1')
  expect(order.orderId).toBe(answers[0]?.orderId)
  await pay(trial, order)
  await untilStatus(trial, playerId, order.orderId)
  expect((await purseOf(trial.house, playerId)).bonusCents).toBe(2_000)
  expect((await prePay(trial, playerId)).orderId).not.toBe(order.orderId)
})

test('refuses more open orders than allowed, unsold packages and players without KYC', async () => {
  const { playerId } = await newPlayer(trial.house)
  for (const pkgId of ['brl-20', 'brl-50', 'brl-100', 'brl-200', 'brl-500']) {
    await prePay(trial, playerId, pkgId)
  }
  const ask = (id: number, pkgId: string) =>
    trial.call(id, 'POST', `/api/app/order/prePay/${pkgId}`, { gift: '1', pkgId })
  expect((await ask(playerId, 'brl-1000')).data).toMatchObject({ code: 'too_many_open_orders' })
  expect((await ask(playerId, 'first-100')).data).toMatchObject({ code: 'package_not_sold' })
  expect((await ask(playerId, 'no-such')).data).toMatchObject({ code: 'package_not_sold' })
  const stranger = await newPlayer(trial.house, { isIdentified: false })
  expect((await ask(stranger.playerId, 'brl-100')).data).toMatchObject({ code: 'kyc_needed' })
  const differing = { gift: '1', pkgId: 'brl-20' }
  const mixed = await trial.call(playerId, 'POST', '/api/app/order/prePay/brl-50', differing)
  expect(mixed).toMatchObject({ http: 400, data: { field: 'pkgId' } })
})

test("answers somebody else's order as one that is not there", async () => {
  const { playerId } = await newPlayer(trial.house)
  const other = await newPlayer(trial.house)
  const { orderId } = await prePay(trial, playerId)
  const seen = await trial.call(other.playerId, 'GET', `/api/app/order/getStatus/${orderId}`)
  const absent = await trial.call(other.playerId, 'GET', `/api/app/order/getStatus/${'0'.repeat(32)}`)
  expect(seen).toEqual(absent)
  expect(await trial.call(other.playerId, 'POST', `/api/app/order/cancel/${orderId}`)).toEqual(absent)
})

test('cancels an order, and still credits money that comes for it', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId)
  const code = await codeOf(trial, order)
  const cancel = () => trial.call(playerId, 'POST', `/api/app/order/cancel/${order.orderId}`)
  expect((await cancel()).http).toBe(200)
  expect((await cancel()).http).toBe(200)
  expect(await statusOf(trial, playerId, order.orderId)).toBe('01')
  await expect(payCode(trial, code)).rejects.toThrow('removed')
  await trial.bank.arm({ kind: 'paid_after_end' })
  await payCode(trial, code)
  await untilStatus(trial, playerId, order.orderId)
  expect((await cancel()).data).toMatchObject({ code: 'order_not_open' })
})

test('opens the order although the answer about its charge was lost', async () => {
  const { playerId } = await newPlayer(trial.house)
  await trial.bank.arm({ kind: 'api_timeout', when: 'after', how: 'drop', on: ['cob.create'] })
  const path = '/api/app/order/prePay/brl-50'
  const first = await trial.call(playerId, 'POST', path, { gift: '0', pkgId: 'brl-50' })
  expect(first).toMatchObject({ http: 503, data: { code: 'fault' } })
  const again = await prePay(trial, playerId, 'brl-50')
  expect(await codeOf(trial, again)).toContain('br.gov.bcb.pix')
  const rows = await trial.house.db<{ count: number }[]>`
    select count(*) as count from cashier_order where player_id = ${playerId}`
  expect(rows[0]?.count).toBe(1)
})

test('credits what arrived, without the gift, when the amount is another', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId, 'brl-100', '1')
  await pay(trial, order, { valor: '37.50' })
  await untilStatus(trial, playerId, order.orderId)
  expect(await purseOf(trial.house, playerId)).toEqual({ cashCents: 3_750, bonusCents: 0 })
})

test('takes back what the bank took back, and keeps the rest as a debt that the next top-up repays', async () => {
  const { house, bank } = trial
  const { playerId } = await newPlayer(house)
  const order = await prePay(trial, playerId, 'brl-100', '1')
  const endToEndId = await pay(trial, order)
  await untilStatus(trial, playerId, order.orderId)
  await bank.post('/sandbox/clawback', { endToEndId, valor: '30.00' })
  await until('partly back', async () => (await purseOf(house, playerId)).cashCents === 7_000)
  expect(await purseOf(house, playerId)).toEqual({ cashCents: 7_000, bonusCents: 2_000 })
  expect(await statusOf(trial, playerId, order.orderId)).toBe('10')
  await house.db.begin(async (tx) => {
    const book = await openBook(tx, [playerId])
    move(book, { key: `lost:${playerId}`, from: { playerId, kind: 'cash' }, to: 'games', cents: 6_000 })
    await post(tx, book)
  })
  await bank.post('/sandbox/clawback', { endToEndId })
  await untilStatus(trial, playerId, order.orderId, '01')
  expect(await purseOf(house, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
  const next = await prePay(trial, playerId, 'brl-200', '0')
  await pay(trial, next)
  await untilStatus(trial, playerId, next.orderId)
  expect((await purseOf(house, playerId)).cashCents).toBe(20_000 - 6_000)
})

test('takes a debt from all the cash there is, and asks nothing to be wagered for what went into it', async () => {
  const { house } = trial
  const { playerId } = await newPlayer(house)
  await house.db.begin(async (tx) => {
    const book = await openBook(tx, [playerId], ['cash', 'bonus', 'debt'])
    move(book, { key: `had:${playerId}`, from: 'games', to: { playerId, kind: 'cash' }, cents: 500 })
    move(book, { key: `owed:${playerId}`, from: { playerId, kind: 'debt' }, to: 'games', cents: 10_300 })
    await post(tx, book)
  })
  const order = await prePay(trial, playerId, 'brl-100', '0')
  await pay(trial, order)
  await untilStatus(trial, playerId, order.orderId)
  expect(await purseOf(house, playerId)).toEqual({ cashCents: 200, bonusCents: 0 })
  const wagers = await house.db<{ mainCents: number }[]>`
    select main_cents as "mainCents" from cashier_requirement where player_id = ${playerId}`
  expect(wagers.filter(({ mainCents }) => mainCents > 0)).toEqual([])
})

test('leaves a ledger that proves: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await proveLedger(trial.house.db, cashierClearing())).toEqual([])
})
