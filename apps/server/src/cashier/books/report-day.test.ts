import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { policyOf } from '../../protection/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { sameTerms, testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { pay, prePay, untilStatus } from '../testing/orders.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import { until } from '../../../../../tools/test/until.ts'
import { reportDays, reportOn } from './report-day.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ needs: { readVipTerms: sameTerms({ withdrawalsADay: 9, feeBps: 0 }) } })
})

afterAll(() => harness.close())

const reportOf = async (day: string) => {
  const { cashier } = cashierOf(
    { ...harness.deps, metrics: openMetrics() },
    testNeeds(policyOf(harness.deps.config)),
  )
  const hour = 3_600_000
  await reportOn(cashier, { day, from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) })
  const rows = await harness.deps.db<
    { received: number; paidOut: number; differences: { id: string; what: string }[] }[]
  >`
    select received_cents as received, paid_out_cents as "paidOut", differences
      from cashier_day_report where day = ${day}::date`
  return rows[0]
}

test('finds no difference on a good day, and records each on a bad one', async () => {
  const { deps, bank, call } = harness
  const { playerId, cpf } = await newPlayer(deps)
  const order = await prePay(harness, playerId, 'brl-100')
  const e2eid = await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  const other = await prePay(harness, playerId, 'brl-200')
  const otherE2eid = await pay(harness, other)
  await untilStatus(harness, playerId, other.orderId)
  await bank.post('/sandbox/clawback', { endToEndId: e2eid, valor: '40.00' })
  await until('the clawback is booked', async () => {
    const rows = await deps.db<
      object[]
    >`select provider_ref from cashier_reversal where provider_ref = ${e2eid}`
    return rows.length === 1
  })
  await giveCash(deps, playerId, 30_000)
  const body = { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana', amount: 60, whatsapp: '' }
  const requested = await call(playerId, 'POST', '/api/app/order/withdraw', body)
  const withdrawalId = String(requested.data['orderId'])
  await until('paid out', async () => {
    const rows = await deps.db<{ status: string }[]>`
      select status from cashier_withdrawal where id = ${withdrawalId}`
    return rows[0]?.status === 'paid'
  })
  expect(await reportOf('2001-01-01')).toEqual({ received: 30_000, paidOut: 6_000, differences: [] })

  // Operators ended a paid payout as failed because it came back; the bank still reports it as paid.
  await deps.db`update cashier_withdrawal set status = 'failed', why = 'came back' where id = ${withdrawalId}`
  expect((await reportOf('2001-01-04'))?.differences).toEqual([])
  await deps.db`update cashier_withdrawal set status = 'paid', why = '' where id = ${withdrawalId}`

  // Books that differ from the bank, as a bug of ours would leave them.
  await ownerOf(deps.db)`delete from cashier_reversal where provider_ref = ${e2eid}`
  await deps.db`update cashier_topup set reversed_cents = 0 where provider_ref = ${e2eid}`
  await ownerOf(deps.db)`update cashier_topup set amount_cents = 19_999 where provider_ref = ${otherE2eid}`
  await deps.db`insert into cashier_unmatched_payment (provider_ref, amount_cents, paid_at) values ('E404', 5, now())`
  await deps.db`update cashier_withdrawal set status = 'failed' where id = ${withdrawalId}`
  const bad = await reportOf('2001-01-02')
  await reportOf('2001-01-03')
  const kept = await harness.deps.db<{ day: string; subject: string }[]>`
    select day::text, subject from cashier_exception where source = 'bank'`
  // The same differences are found the day after, and keep their age.
  expect(new Set(kept.map(({ subject }) => subject))).toEqual(
    new Set([e2eid, otherE2eid, 'E404', withdrawalId]),
  )
  expect(new Set(kept.map(({ day }) => day))).toEqual(new Set(['2001-01-02']))
  expect(bad?.differences).toHaveLength(5)
  expect(bad?.differences).toEqual(
    expect.arrayContaining([
      { id: e2eid, what: '4000 cents went back at the bank, 0 booked' },
      { id: otherE2eid, what: '20000 cents at the bank, 19999 booked' },
      { id: 'E404', what: 'booked, but not at the bank' },
      { id: withdrawalId, what: 'booked as failed, the bank says paid' },
      // The five cents that no payment explains.
      { id: 'balance:pix', what: '5 cents fewer than by the books' },
    ]),
  )
})

test('reports the last ended day, once', async () => {
  const { cashier } = cashierOf(
    { ...harness.deps, metrics: openMetrics() },
    testNeeds(policyOf(harness.deps.config)),
  )
  const count = async () => {
    const rows = await harness.deps.db<{ count: number }[]>`
      select count(*) as count from cashier_day_report where day > '2002-01-01'`
    return rows[0]?.count
  }
  await Promise.all([reportDays(cashier), reportDays(cashier)])
  await reportDays(cashier)
  expect(await count()).toBe(1)
})

test('reports a day later if the bank did not answer when it ended', async () => {
  const { deps, bank } = harness
  const { cashier } = cashierOf({ ...deps, metrics: openMetrics() }, testNeeds(policyOf(deps.config)))
  const days = async () => {
    const rows = await deps.db<{ day: string }[]>`
      select day::text from cashier_day_report where day > '2002-01-01' order by day desc`
    return rows.map(({ day }) => day)
  }
  await deps.db`
    insert into cashier_day_report (day, received_cents, paid_out_cents, differences)
    select max(day) - 2, 0, 0, '[]' from cashier_day_report`
  const [last, first] = await days()
  await bank.arm({ kind: 'api_error', times: 50, when: 'before', on: ['pix.list'] })
  await expect(reportDays(cashier)).rejects.toThrow('no answer from the bank')
  expect(await days()).toEqual([last, first])
  await bank.disarm()
  await reportDays(cashier)
  await reportDays(cashier)
  const all = await days()
  expect(all).toHaveLength(3)
  expect([all[0], all[2]]).toEqual([last, first])
})
