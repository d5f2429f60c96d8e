import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { policyOf } from '../../protection/index.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../queries.ts'
import { testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { openOrders } from './open-orders.ts'
import { updateToOpen } from './order-queries.ts'
import { prePay as prePayAt } from './waiting-orders.ts'
import { codeOf, pay, payCode, prePay, statusOf, type TestOrder, untilStatus } from '../testing/orders.ts'
import { freshCpf, newPlayer, balancesOf } from '../testing/players.ts'
import { until } from '../../../../../tools/test/until.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({
    env: { COMPLIANCE_PROFILE: 'br-spa' },
    needs: { settings: { reconcileEveryMs: 300 } },
  })
})

afterAll(async () => {
  await harness.close()
})

const stranger = () => ({ payer: { nome: 'Outra Pessoa', cpf: freshCpf() } })

/** The status that the player sees of an order: in the status call, in the records, and on the payment page. */
async function statusesOf(playerId: number, { orderId, payNo }: TestOrder) {
  const status = await harness.call(playerId, 'GET', `/api/app/order/getStatus/${orderId}`)
  const { data } = await harness.call(playerId, 'GET', '/api/app/order/records')
  const { records } = data as { records: { orderId: string; status: string; reason: string | null }[] }
  const record = records.find((each) => each.orderId === orderId)
  const page = await (await fetch(`${harness.url}/pay/${payNo}/status`)).json()
  return {
    status: status.data,
    record: record && { status: record.status, reason: record.reason },
    page: page as object,
  }
}

test('refunds a payment from another CPF where only the player’s own CPF may pay', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  const endToEndId = await pay(harness, order, stranger())
  await untilStatus(harness, playerId, order.orderId, '01')
  await harness.deps.db`update cashier_topup set try_at = now() where provider_ref = ${endToEndId}`
  await until('given back', async () => {
    await harness.deps.db`update cashier_topup set try_at = now() where provider_ref = ${endToEndId}`
    const rows = await harness.deps.db<{ state: string }[]>`
      select state from cashier_topup where provider_ref = ${endToEndId}`
    return rows[0]?.state === 'returned'
  })
  const { body } = await harness.bank.call('GET', `/pix/${endToEndId}`)
  expect(body['devolucoes']).toMatchObject([{ status: 'DEVOLVIDO', valor: '100.00' }])
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
})

test('retries a refund that the bank could not make under another id, and reports it meanwhile', async () => {
  const { db } = harness.deps
  const { playerId } = await newPlayer(harness.deps)
  await harness.bank.arm({ kind: 'refund_rejected' })
  const order = await prePay(harness, playerId)
  const endToEndId = await pay(harness, order, stranger())
  const open = () => db<{ what: string }[]>`select what from cashier_exception where subject = ${endToEndId}`
  await until('given back all the same', async () => {
    await db`update cashier_topup set try_at = now() where provider_ref = ${endToEndId}`
    const rows = await db<{ state: string }[]>`
      select state from cashier_topup where provider_ref = ${endToEndId}`
    return rows[0]?.state === 'returned'
  })
  expect(await open()).toEqual([
    { what: "somebody else's payment could not be given back: the bank could not carry it out" },
  ])
  const { body } = await harness.bank.call('GET', `/pix/${endToEndId}`)
  expect(body['devolucoes']).toMatchObject([
    { id: 'stranger', status: 'NAO_REALIZADO' },
    { id: 'stranger2', status: 'DEVOLVIDO' },
  ])
})

test('does not try to return a payment any more that the bank took back on its own', async () => {
  const { db } = harness.deps
  const { playerId } = await newPlayer(harness.deps)
  const silent = { kind: 'api_error', times: 1000, when: 'before' }
  await harness.bank.arm({ ...silent, on: ['devolucao.create', 'devolucao.read'] })
  const order = await prePay(harness, playerId)
  const endToEndId = await pay(harness, order, stranger())
  await untilStatus(harness, playerId, order.orderId, '01')
  await harness.bank.post('/sandbox/clawback', { endToEndId, valor: '100.00' })
  await until('given back', async () => {
    const rows = await db<{ state: string }[]>`
      select state from cashier_topup where provider_ref = ${endToEndId}`
    return rows[0]?.state === 'returned'
  })
  await harness.bank.disarm()
  const { body } = await harness.bank.call('GET', `/pix/${endToEndId}`)
  expect(body['devolucoes']).toMatchObject([{ natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' }])
  expect(await balancesOf(harness.deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
})

test('has the bank refuse other payers than the player, where the bank can', async () => {
  const { deps } = harness
  const { playerId, cpf } = await newPlayer(deps)
  const config = { ...deps.config, PIX_RESTRICTS_PAYER: '1' as const }
  const { cashier } = cashierOf({ ...deps, config, metrics: openMetrics() }, testNeeds(policyOf(config)))
  const opened = await prePayAt(
    cashier,
    {
      openOrder: async (request) => present((await openOrders(cashier, [request]))[0], 'an order'),
      keepCharge: async (charge) => (await updateToOpen(deps.db, [charge]), null),
    },
    { playerId, packageId: 'brl-100', wantsBonusGrant: false },
  )
  const order = opened.ok ? opened.value : { orderId: '', payNo: '', url: '' }
  await expect(pay(harness, order, stranger())).rejects.toThrow('CPF da cobrança')
  expect(await statusOf(harness, playerId, order.orderId)).toBe('00')
  await pay(harness, order, { payer: { nome: 'Ana Souza', cpf } })
  await untilStatus(harness, playerId, order.orderId)
})

test('shows the player that the money went back and why, and not before it did', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  const waits = { status: '00', reason: null }
  expect(await statusesOf(playerId, order)).toEqual({ status: waits, record: waits, page: { state: 'open' } })
  await pay(harness, order, stranger())
  await untilStatus(harness, playerId, order.orderId, '01')
  const sentBack = { status: '01', reason: 'other_payer' }
  const page = { state: 'returned' }
  expect(await statusesOf(playerId, order)).toEqual({ status: sentBack, record: sentBack, page })
  const html = async (query: string) => (await fetch(`${harness.url}/pay/${order.payNo}${query}`)).text()
  expect(await html('')).toContain('<main data-state="returned"')
  expect(await html('')).toContain('Devolvemos o valor a quem pagou.')
  expect(await html('?lang=en')).toContain('We send the amount back to whoever paid.')
})

test('shows it also for an order that was cancelled before another person’s money came', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { order, code } = await givenUp(playerId)
  const cancelled = { status: '01', reason: null }
  const page = { state: 'cancelled' }
  expect(await statusesOf(playerId, order)).toEqual({ status: cancelled, record: cancelled, page })
  await harness.bank.arm({ kind: 'paid_after_end' })
  await payCode(harness, code, stranger())
  await expect.poll(() => statusesOf(playerId, order)).toMatchObject({ page: { state: 'returned' } })
})

test('credits money from the player’s own account that comes after the order was cancelled', async () => {
  const { playerId, cpf } = await newPlayer(harness.deps)
  const { order, code } = await givenUp(playerId)
  await harness.bank.arm({ kind: 'paid_after_end' })
  await payCode(harness, code, { payer: { nome: 'Ana Souza', cpf } })
  await untilStatus(harness, playerId, order.orderId)
  const paid = { status: '10', reason: null }
  const late = { status: '10', reason: 'late' }
  expect(await statusesOf(playerId, order)).toEqual({ status: paid, record: late, page: { state: 'paid' } })
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
})

async function givenUp(playerId: number) {
  const order = await prePay(harness, playerId)
  const code = await codeOf(harness, order)
  await harness.call(playerId, 'POST', `/api/app/order/cancel/${order.orderId}`)
  return { order, code }
}

test('credits a payer whose visible digits match, where the bank masks the others', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  await harness.bank.arm({ kind: 'payer_masked' })
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
})

test('shows no bonuses where they are forbidden', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { data } = await harness.call(playerId, 'GET', '/api/app/order/getPrices')
  const list = data as unknown as { curreny: string; gift: number }[]
  expect(list.length).toBeGreaterThan(0)
  expect(list.filter(({ gift, curreny }) => gift > 0 || curreny === 'FCBRL' || curreny === 'BTBRL')).toEqual(
    [],
  )
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
