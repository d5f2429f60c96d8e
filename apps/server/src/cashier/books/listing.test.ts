import { cents } from '@palpite/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { statement } from '../../platform/testing/damage.ts'
import { cashierOf } from '../cashier-of.ts'
import type { IncomingPayment, Span } from '../rails/payment-gateway.ts'
import { closedGateway, testNeeds } from '../testing/harness.ts'
import { reconcile } from './reconcile.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())

const HOUR_MS = 3_600_000

/** A bank that lists these payments in every span, and the spans it was asked for. */
function openListing(listed: readonly IncomingPayment[]) {
  const spans: Span[] = []
  const listPayments = async (span: Span) => {
    spans.push(span)
    return listed
  }
  const gateway = { ...closedGateway(), listPayments }
  const { cashier } = cashierOf({ ...opened.deps, metrics: openMetrics() }, { ...testNeeds(), gateway })
  /** How many hours ago the spans of these runs began and ended. */
  const run = async (times: number) => {
    spans.length = 0
    for (let at = 0; at < times; at += 1) await reconcile(cashier)
    const ago = (moment: Date) => Math.round((Date.now() - moment.getTime()) / HOUR_MS) || 0
    return spans.map(({ from, to }) => [ago(from), ago(to)])
  }
  return { run }
}

/** The listing was read until ten minutes less than this many hours ago; the overlap begins at the hour. */
const readUntil = (hours: number) => ownerOf(opened.deps.db)`
  insert into cashier_reading (list, read_until) values ('arrivals:pix', now() - make_interval(hours => ${hours}) + interval '10 minutes')
  on conflict (list) do update set read_until = excluded.read_until`

test('a listing is read in parts of half a day after a long interruption, each once', async () => {
  await readUntil(30)
  expect(await openListing([]).run(4)).toEqual([
    [30, 18],
    [18, 6],
    [6, 0],
    [0, 0],
  ])
})

test('a payment that cannot be booked is listed again for six hours, and each run reaches the newest', async () => {
  const { db } = opened.deps
  const payment: IncomingPayment = {
    providerRef: 'E0faulty',
    chargeRef: undefined,
    amountCents: cents(100),
    paidAt: new Date(),
    payerTaxId: undefined,
    refunds: [],
  }
  const { run } = openListing([payment])
  await ownerOf(db)(
    statement(
      "alter table cashier_unmatched_payment add constraint faulty check (provider_ref <> 'E0faulty')",
    ),
  )
  await readUntil(30)
  expect(await run(4)).toEqual([
    [30, 18],
    [18, 6],
    [6, 0],
    [6, 0],
  ])
  await ownerOf(db)(statement('alter table cashier_unmatched_payment drop constraint faulty'))
  expect(await run(2)).toEqual([
    [6, 0],
    [0, 0],
  ])
  expect(await db`select 1 from cashier_unmatched_payment where provider_ref = 'E0faulty'`).toHaveLength(1)
})
