import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { lockAccounts, move, post } from '../ledger/index.ts'
import { Bug, Fault } from '../platform/errors.ts'
import { openMetrics } from '../platform/metrics.ts'
import type { Cashier } from './cashier.ts'
import { cashierOf } from './cashier-of.ts'
import type { PaymentGateway } from './rails/payment-gateway.ts'
import { reconcile } from './books/reconcile.ts'
import { receivePayment, openOrder } from './testing/orders.ts'
import { closedGateway, testNeeds } from './testing/harness.ts'
import { balancesOf, newPlayer } from './testing/players.ts'
import { until } from '../../../../tools/test/until.ts'
import { requestRefunds } from './orders/request-refunds.ts'
import { returnThirdPartyPayments, sendRefunds, watchRefunds } from './orders/send-refunds.ts'

type Answer = Awaited<ReturnType<PaymentGateway['refund']>>

/** A bank outside the server that gives the answers a test sets, and records the refunds requested from it. */
const asked: string[] = []
let answer: (refund: { id: string }) => Promise<Answer>
const bank: PaymentGateway = {
  ...closedGateway(),
  listPayments: async () => [],
  refund: async ({ id }) => {
    asked.push(id)
    return answer({ id })
  },
}
const silence = () => Promise.reject(new Fault('no answer'))
const refusal = async (): Promise<Answer> => ({ state: 'refused', why: '422' })

const settings = { leaseSeconds: 60, payoutQuietSeconds: 120 }
const goes = () => false

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())
afterEach(async () => {
  asked.length = 0
  await opened.deps
    .db`update cashier_refund set status = 'returned', closed_at = now() where status = 'asked'`
})

const server = () =>
  cashierOf({ ...opened.deps, metrics: openMetrics() }, { ...testNeeds(), gateway: bank, settings }).cashier

/** A top-up of R$ 100.00 that an operator refunds: its player has nothing left to spend. */
const requestedRefund = async () => {
  const { deps } = opened
  const { playerId } = await newPlayer(deps)
  const { chargeRef } = await openOrder(deps, playerId)
  const providerRef = `E${deps.random.hex(8)}`
  await receivePayment(deps, { providerRef, chargeRef, amountCents: 10_000 })
  const request = { requestId: deps.random.hex(16), operatorId: 7, providerRef, reason: 'asked for' }
  const [given] = await deps.db.begin((tx) => requestRefunds(tx, deps, [request]))
  if (!given?.ok) throw new Error('it is taken on')
  const { id } = given.value.refund
  const status = async () => {
    const rows = await deps.db<{ status: string }[]>`select status from cashier_refund where id = ${id}`
    return rows[0]?.status
  }
  const cash = async () => (await balancesOf(deps, playerId)).cashCents
  /** Pretends that this many seconds have passed since the last attempt. */
  const wait = (seconds: number) => deps.db`
    update cashier_refund set try_at = try_at - make_interval(secs => ${seconds}),
           last_sent_at = last_sent_at - make_interval(secs => ${seconds}) where id = ${id}`
  return { id, playerId, status, cash, wait }
}

test('calls an unresponsive bank once per run, for another refund each time', async () => {
  const refunds = [await requestedRefund(), await requestedRefund(), await requestedRefund()]
  answer = silence
  await sendRefunds(server(), goes)
  expect(asked).toHaveLength(1)
  await sendRefunds(server(), goes)
  await sendRefunds(server(), goes)
  expect(new Set(asked)).toEqual(new Set(refunds.map(({ id }) => id)))
})

test('a refund that fails because of a bug delays no other, and is tried again', async () => {
  const [bad, good] = [await requestedRefund(), await requestedRefund()]
  answer = ({ id }) => (id === bad.id ? Promise.reject(new Bug('a faulty refund')) : refusal())
  await sendRefunds(server(), goes)
  expect([await bad.status(), await good.status()]).toEqual(['asked', 'failed'])
  answer = refusal
  await bad.wait(600)
  await sendRefunds(server(), goes)
  expect(await bad.status()).toBe('failed')
})

test('a failed refund first repays a debt of its player, and says how much', async () => {
  const { deps } = opened
  const { id, playerId, cash } = await requestedRefund()
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'debt'])
    const from = { playerId, kind: 'debt' } as const
    move(batch, { key: `owed:${playerId}`, from, to: 'opening', cents: 3_000 })
    await post(tx, batch)
  })
  answer = refusal
  await sendRefunds(server(), goes)
  expect(await cash()).toBe(7_000)
  const [reported] = await deps.db<{ events: object[] }[]>`
    select events::json from platform_outbox where topic = 'topup.refund' order by id desc limit 1`
  expect(reported?.events).toMatchObject([
    { playerId, refundId: id, amountCents: 10_000, step: 'failed', repaidCents: 3_000 },
  ])
})

test('a lost database ends the run, and no refund counts as skipped', async () => {
  await requestedRefund()
  await requestedRefund()
  answer = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  await expect(sendRefunds(server(), goes)).rejects.toThrow('Connection terminated')
  expect(asked).toHaveLength(1)
})

test('reconciliation does not wait for refunds', async () => {
  const { status } = await requestedRefund()
  answer = () => new Promise(() => {})
  await reconcile(server())
  expect([asked, await status()]).toEqual([[], 'asked'])
})

test('no refund is sent while payouts are halted', async () => {
  const { status, cash } = await requestedRefund()
  answer = refusal
  await sendRefunds(server(), () => true)
  expect([asked, await status(), await cash()]).toEqual([[], 'asked', 0])
  await sendRefunds(server(), goes)
  expect([await status(), await cash()]).toEqual(['failed', 10_000])
})

test('a refusal frees no money while an earlier call may still reach the bank', async () => {
  const { status, cash, wait } = await requestedRefund()
  answer = silence
  await sendRefunds(server(), goes)
  // Another server, after the lease: the first call is still on its way.
  await wait(60)
  answer = refusal
  await sendRefunds(server(), goes)
  expect([asked.length, await status(), await cash()]).toEqual([2, 'asked', 0])
  await wait(60)
  await sendRefunds(server(), goes)
  expect([asked.length, await status()]).toEqual([2, 'asked'])
  await wait(60)
  await sendRefunds(server(), goes)
  expect([asked.length, await status(), await cash()]).toEqual([3, 'failed', 10_000])
})

test('a refusal that arrives after another attempt began does not end the refund', async () => {
  const { status, cash, wait } = await requestedRefund()
  let refuse: (said: Answer) => void = () => {}
  answer = () =>
    new Promise<Answer>((done) => {
      refuse = done
    })
  const slow = sendRefunds(server(), goes)
  await until('the first is requested', async () => asked.length === 1)
  const first = refuse
  await wait(60)
  answer = silence
  await sendRefunds(server(), goes)
  first({ state: 'refused', why: '422' })
  await slow
  expect([asked.length, await status(), await cash()]).toEqual([2, 'asked', 0])
})

test('an unfinished refund raises one alarm after an hour', async () => {
  const { deps } = opened
  const [late, recent] = [await requestedRefund(), await requestedRefund()]
  await ownerOf(deps.db)`
    update cashier_refund set asked_at = now() - interval '61 minutes' where id = ${late.id}`
  const alarms: unknown[] = []
  const cashier: Cashier = { ...server(), alarm: (kind, { refund }) => alarms.push([kind, refund]) }
  await watchRefunds(cashier)
  await watchRefunds(cashier)
  expect(alarms).toEqual([['refund_late', late.id]])
  const open = await deps.db<{ source: string; subject: string }[]>`
    select source, subject from cashier_exception
     where subject like ${`%:${late.id}`} or subject like ${`%:${recent.id}`}`
  expect(open).toMatchObject([{ source: 'refund' }])
  expect([await late.status(), await late.cash()]).toEqual(['asked', 0])
})

test('refunds to third-party payers do not wait for reconciliation, and stop while payouts are halted', async () => {
  const { deps } = opened
  const { playerId } = await newPlayer(deps)
  for (const nth of [1, 2, 3]) {
    const { id } = await openOrder(deps, playerId)
    await deps.db`
      insert into cashier_topup (provider_ref, order_id, player_id, amount_cents, bonus_grant_cents, state, is_first, paid_at)
      values (${`Estranger${nth}`}, ${id}, ${playerId}, 10_000, 0, 'to_return', false, now())`
  }
  answer = silence
  await reconcile(server())
  await returnThirdPartyPayments(server(), () => true)
  expect(asked).toEqual([])
  // A bank that gave no answer about the first is not called about the others in this run.
  await returnThirdPartyPayments(server(), goes)
  expect(asked).toEqual(['stranger'])
})
