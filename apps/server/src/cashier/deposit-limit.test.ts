import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openProtection, policyOf } from '../protection/index.ts'
import { pay, prePay, untilStatus } from './testing/orders.ts'
import { balancesOf, newPlayer } from './testing/players.ts'
import { type Harness, startHarness } from './testing/start-harness.ts'
import { readDeposited } from './orders/read-deposited.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
})
afterAll(() => harness.close())

const request = (playerId: number, pkgId: string) =>
  harness.call(playerId, 'POST', `/api/app/order/prePay/${pkgId}`, { gift: '0', pkgId })

const setLimit = (playerId: number, period: 'day' | 'week' | 'month', amount: number) =>
  openProtection(harness.deps, { policy: policyOf(harness.deps.config), readDeposited }).setLimit({
    playerId,
    kind: 'deposit',
    period,
    amount,
  })

test.each(['day', 'week', 'month'] as const)('a limit by %s counts what was paid', async (period) => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId, 'brl-100')
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  await setLimit(playerId, period, 14_999)
  expect((await request(playerId, 'brl-50')).data).toMatchObject({
    code: 'deposit_limit',
    kind: 'deposit',
    period,
    amount: 14_999,
    left: 4_999,
  })
  expect((await request(playerId, 'brl-20')).http).toBe(200)
})

test('open orders count as paid: however many are asked for at once, no more may come in than the limit', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await setLimit(playerId, 'day', 15_000)
  const answers = await Promise.all(
    ['brl-100', 'brl-50', 'brl-20', 'brl-200', 'brl-100', 'brl-50', 'brl-20'].map((pkgId) =>
      request(playerId, pkgId),
    ),
  )
  const [sum] = await harness.deps.db<{ cents: number }[]>`
    select sum(amount_cents)::bigint as cents from cashier_order where player_id = ${playerId}`
  expect(sum?.cents).toBeGreaterThan(0)
  expect(sum?.cents).toBeLessThanOrEqual(15_000)
  expect(answers.find(({ http }) => http !== 200)?.data).toMatchObject({ code: 'deposit_limit' })
})

test('a payment that comes after a tighter limit is credited, and counts', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId, 'brl-100')
  await setLimit(playerId, 'day', 2_000)
  // Asked for again it is over the limit, but who has its code can pay it.
  expect((await request(playerId, 'brl-100')).data).toMatchObject({ code: 'deposit_limit' })
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect(await balancesOf(harness.deps, playerId)).toMatchObject({ cashCents: 10_000 })
  expect((await readDeposited(harness.deps.db, [playerId])).get(playerId)?.day).toBe(10_000)
  expect((await request(playerId, 'brl-20')).data).toMatchObject({ code: 'deposit_limit', left: 0 })
})

test('what came in before this month counts no more', async () => {
  const { playerId } = await newPlayer(harness.deps)
  expect((await readDeposited(harness.deps.db, [playerId])).get(playerId)).toEqual({
    day: 0,
    week: 0,
    month: 0,
  })
  const order = await prePay(harness, playerId, 'brl-100')
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  const deposited = () => readDeposited(harness.deps.db, [playerId])
  expect((await deposited()).get(playerId)).toEqual({ day: 10_000, week: 10_000, month: 10_000 })
  await ownerOf(harness.deps.db)`
    update cashier_topup set created_at = created_at - interval '32 days' where player_id = ${playerId}`
  expect((await deposited()).get(playerId)).toEqual({ day: 0, week: 0, month: 0 })
})
