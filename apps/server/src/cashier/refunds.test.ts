import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockAccounts, move, post, verifyLedger } from '../ledger/index.ts'
import { cashierClearing } from './queries.ts'
import { selectUnbookedMoney } from './books/queries.ts'
import { pay, payCode, prePay, statusOf, untilStatus } from './testing/orders.ts'
import { balancesOf, newPlayer } from './testing/players.ts'
import { type Harness, startHarness } from './testing/harness.ts'
import { until } from '../../../../tools/test/until.ts'
import { PIX_KEY } from './testing/start-sandbox.ts'
import { type RequestRefund, requestRefunds } from './orders/request-refunds.ts'
import { selectOrderPayments, selectUnmatchedPayments } from './orders/refund-queries.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 300 } } })
})
afterAll(() => harness.close())

const giveBack = async (providerRef: string, more: Partial<RequestRefund> = {}) => {
  const { db, random } = harness.deps
  const requestId = random.hex(16)
  const request = { requestId, operatorId: 7, providerRef, reason: 'requested by its player', ...more }
  const [answer] = await db.begin((tx) => requestRefunds(tx, { random }, [request]))
  return answer?.ok ? 'taken on' : answer?.refusal.code
}

const paid = async (pkgId = 'brl-100', gift = '0') => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId, pkgId, gift)
  const providerRef = await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  return { playerId, orderId: order.orderId, providerRef }
}

/** Moves the refund an hour on at each check: its next attempt is due, and no earlier call can reach the bank any more. */
const untilEnd = (providerRef: string, status: 'returned' | 'failed') =>
  until(`the refund is ${status}`, async () => {
    await harness.deps.db`
      update cashier_refund set try_at = now(), last_sent_at = last_sent_at - interval '1 hour'
       where provider_ref = ${providerRef} and status = 'asked'`
    const rows = await harness.deps.db<{ status: string }[]>`
      select status from cashier_refund where provider_ref = ${providerRef} order by asked_at desc limit 1`
    return rows[0]?.status === status
  })

const atBank = async (providerRef: string) =>
  (await harness.bank.call('GET', `/pix/${providerRef}`)).body['devolucoes']

const eventsOf = async (playerId: number, topic: string) => {
  const rows = await harness.deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = ${topic} order by id`
  return rows
    .flatMap(({ events }) => JSON.parse(events) as { playerId: number; step?: string; isOurs?: boolean }[])
    .filter((event) => event.playerId === playerId)
}

test('refunds a top-up to its payer, once, with its bonus and its wagering requirement', async () => {
  const { playerId, orderId, providerRef } = await paid('brl-100', '1')
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 10_000, bonusCents: 2_000 })
  const requestId = 'one-refund-of-a-test'
  expect(await giveBack(providerRef, { requestId })).toBe('taken on')
  expect(await giveBack(providerRef, { requestId })).toBe('taken on')
  expect(await giveBack(providerRef, { requestId, reason: 'another' })).toBe('request_mismatch')
  // Held at once: the player cannot stake it while the refund is under way.
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(0)
  expect(await giveBack(providerRef)).toBe('refund_under_way')
  await untilEnd(providerRef, 'returned')
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
  expect(await atBank(providerRef)).toMatchObject([{ status: 'DEVOLVIDO', valor: '100.00' }])
  expect(await statusOf(harness, playerId, orderId)).toBe('01')
  expect(await eventsOf(playerId, 'topup.refund')).toMatchObject([{ step: 'asked' }])
  expect(await eventsOf(playerId, 'topup.reversed')).toMatchObject([{ isOurs: true, debtCents: 0 }])
  expect(await giveBack(providerRef)).toBe('not_found')
})

test('refunds a part, and no more than is left of the top-up or than the player has', async () => {
  const { playerId, orderId, providerRef } = await paid()
  expect(await giveBack(providerRef, { amountCents: 10_001 })).toBe('bad_request')
  expect(await giveBack(providerRef, { amountCents: 3_000 })).toBe('taken on')
  await untilEnd(providerRef, 'returned')
  expect(await statusOf(harness, playerId, orderId)).toBe('10')
  expect(await selectOrderPayments(harness.deps.db, orderId)).toMatchObject([
    { providerRef, reversedCents: 3_000, underWayCents: 0 },
  ])
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, { key: `lost:${playerId}`, from: { playerId, kind: 'cash' }, to: 'games', cents: 1_000 })
    await post(tx, batch)
  })
  expect(await giveBack(providerRef)).toBe('insufficient_funds')
  expect(await giveBack(providerRef, { amountCents: 6_000 })).toBe('taken on')
  await untilEnd(providerRef, 'returned')
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(0)
})

test('returns the money to its player if the bank could not make the refund, and records a difference', async () => {
  const { playerId, providerRef } = await paid()
  await harness.bank.arm({ kind: 'refund_rejected' })
  expect(await giveBack(providerRef)).toBe('taken on')
  await untilEnd(providerRef, 'failed')
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
  expect(await eventsOf(playerId, 'topup.refund')).toMatchObject([{ step: 'asked' }, { step: 'failed' }])
  const open = await harness.deps.db<{ source: string }[]>`
    select source from cashier_exception where subject like ${`${providerRef}:%`} and closed_at is null`
  expect(open).toEqual([{ source: 'refund' }])
  expect(await giveBack(providerRef)).toBe('taken on')
  await untilEnd(providerRef, 'returned')
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(0)
})

test('reverses once what the bank takes back during a refund, without a debt', async () => {
  const { playerId, providerRef } = await paid()
  await harness.bank.arm({ kind: 'api_error', when: 'before', times: 1000, on: ['devolucao.create'] })
  expect(await giveBack(providerRef)).toBe('taken on')
  await until('requested from the bank, without an answer', async () => {
    const rows = await harness.deps.db<{ attempts: number }[]>`
      select attempts from cashier_refund where provider_ref = ${providerRef}`
    return (rows[0]?.attempts ?? 0) > 0
  })
  await harness.bank.post('/sandbox/clawback', { endToEndId: providerRef })
  await until('taken back', async () => (await eventsOf(playerId, 'topup.reversed')).length === 1)
  await harness.bank.disarm()
  // Nothing is left of the Pix: the bank refuses our refund, and the held money pays the debt.
  await untilEnd(providerRef, 'failed')
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
  const debts = await harness.deps.db<{ cents: number }[]>`
    select balance_cents as cents from ledger_account where player_id = ${playerId} and kind in ('debt', 'hold')`
  expect(debts.every(({ cents }) => cents === 0)).toBe(true)
})

const payNobodys = async () => {
  const charge = await harness.bank.call('PUT', `/cob/${harness.deps.random.hex(16)}`, {
    calendario: { expiracao: 600 },
    valor: { original: '12.34' },
    chave: PIX_KEY,
  })
  const providerRef = await payCode(harness, String(charge.body['pixCopiaECola']))
  const listed = async () => {
    const rows = await selectUnmatchedPayments(harness.deps.db, { seenMicros: 0, providerRef: '' }, 100)
    return rows.filter((row) => row.providerRef === providerRef)
  }
  await until('kept as unmatched', async () => (await listed()).length === 1)
  return { providerRef, listed }
}

test('refunds a payment that matches no order whole, and removes it from the list', async () => {
  const { providerRef, listed } = await payNobodys()
  expect(await giveBack(providerRef, { amountCents: 1_000 })).toBe('bad_request')
  expect(await giveBack(providerRef)).toBe('taken on')
  expect(await giveBack(providerRef)).toBe('refund_under_way')
  await untilEnd(providerRef, 'returned')
  expect(await atBank(providerRef)).toMatchObject([{ status: 'DEVOLVIDO', valor: '12.34' }])
  expect(await listed()).toEqual([])
  expect(await giveBack(providerRef)).toBe('not_found')
  expect(await giveBack('E00000000202601010000nobodyknows1')).toBe('not_found')
})

test('removes an unmatched payment from the list once the bank has refunded it on its own', async () => {
  const { providerRef, listed } = await payNobodys()
  const nobodysCents = async () => (await selectUnbookedMoney(harness.deps.db, 'pix')).nobodysCents
  const beforeCents = await nobodysCents()
  await harness.bank.post('/sandbox/clawback', { endToEndId: providerRef })
  await until('taken back', async () => (await listed()).length === 0)
  expect(await nobodysCents()).toBe(beforeCents - 1_234)
  expect(await giveBack(providerRef)).toBe('not_found')
})

test('leaves a ledger that holds: held money equals refunds under way', async () => {
  const { providerRef } = await paid()
  await harness.bank.arm({ kind: 'api_error', when: 'before', times: 1000, on: ['devolucao.create'] })
  expect(await giveBack(providerRef)).toBe('taken on')
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
