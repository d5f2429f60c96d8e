import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents } from '@palpite/money'
import { takeTestBreak } from '../../../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../../platform/deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { policyOf } from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import { cashierOf } from '../cashier-of.ts'
import { testNeeds } from '../testing/harness.ts'
import { pixOf } from '../testing/orders.ts'
import { balancesOf, newPlayer } from '../testing/players.ts'
import { creditTopUps } from './credit-topups.ts'
import { openOrders } from './open-orders.ts'
import { grantDiscounts, readDiscounts } from './prices.ts'

let deps: Deps
let cashier: Cashier
let close: () => Promise<void>

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  cashier = cashierOf(deps, testNeeds()).cashier
})
afterAll(() => close())

const underTheLaw = () =>
  cashierOf(
    { ...deps, metrics: openMetrics() },
    testNeeds(policyOf({ COMPLIANCE_PROFILE: 'br-spa' }, { needsOwnLimits: [] })),
  ).cashier

const open = async (playerId: number, packageId: string) => {
  const [opened] = await openOrders(cashier, [{ playerId, packageId, wantsBonusGrant: false }])
  if (!opened?.ok) throw new Error('an order opens')
  return opened.value.order
}

const pixFor = ({ chargeRef, amountCents }: { chargeRef: string; amountCents: number }) => ({
  providerRef: `E${chargeRef}`,
  chargeRef,
  amountCents: cents(amountCents),
  paidAt: new Date(),
  payerTaxId: undefined,
  refunds: [],
})

const payOpenOrder = async (playerId: number) => {
  await creditTopUps(cashier, pixOf(cashier), [pixFor(await open(playerId, 'brl-100'))])
}

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

const bound = { maxCents: 5_000_000, leftCents: 5_000_000 }
const grant = async (own: Cashier, playerId: number, from: number, to: number) => {
  const { random } = own.deps
  const requestId = random.hex(16)
  const request = { playerId, requestId, discountBps: 1_000, startsAt: inHours(from), endsAt: inHours(to) }
  const [answer] = await own.deps.db.begin((tx) =>
    grantDiscounts(tx, { random, policy: own.policy, settings: own.settings, bound }, [request]),
  )
  return answer?.ok ? 'granted' : answer?.refusal.code
}
const priceNow = async (own: Cashier, playerId: number) => {
  const [opened] = await openOrders(own, [{ playerId, packageId: 'brl-100', wantsBonusGrant: false }])
  return opened?.ok ? opened.value.order.amountCents : undefined
}

test('3.07 a running discount reduces the price once, and the reduction comes as a bonus', async () => {
  const { playerId } = await newPlayer(deps)
  expect(await priceNow(cashier, playerId)).toBe(10_000)
  expect(await grant(cashier, playerId, 1, 2)).toBe('granted') // not yet
  expect(await priceNow(cashier, playerId)).toBe(10_000)
  expect(await grant(cashier, playerId, -1, 2)).toBe('granted')
  // The earlier order has another price, so this is a new one.
  expect(await priceNow(cashier, playerId)).toBe(9_000)
  await payOpenOrder(playerId)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 9_000, bonusCents: 1_000 })
  expect(await priceNow(cashier, playerId)).toBe(10_000)
})

test('a request sent again grants once, in one list and in the next, and its id belongs to its terms', async () => {
  const { playerId } = await newPlayer(deps)
  const request = {
    playerId,
    requestId: deps.random.hex(16),
    discountBps: 1_000,
    startsAt: inHours(-1),
    endsAt: inHours(2),
  }
  const { random } = deps
  const ask = (...requests: (typeof request)[]) =>
    deps.db.begin((tx) =>
      grantDiscounts(tx, { random, policy: cashier.policy, settings: cashier.settings, bound }, requests),
    )
  const [first, again] = await ask(request, request)
  const [later, other, longer] = await ask(
    request,
    { ...request, discountBps: 1_001 },
    { ...request, endsAt: inHours(3) },
  )
  const discountId = first?.ok ? first.value.discountId : ''
  expect(first).toMatchObject({ ok: true, value: { isNew: true } })
  for (const answer of [again, later])
    expect(answer).toMatchObject({ ok: true, value: { discountId, isNew: false } })
  for (const answer of [other, longer])
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'request_mismatch' } })
  const rows = await deps.db<object[]>`select id from cashier_discount where player_id = ${playerId}`
  expect(rows).toHaveLength(1)
})

test('a player on a break gets no new discount and sees no earlier one', async () => {
  const { playerId } = await newPlayer(deps)
  expect(await grant(cashier, playerId, -1, 2)).toBe('granted')
  expect((await readDiscounts(deps.db, cashier.policy, [playerId])).size).toBe(1)
  await takeTestBreak(deps, playerId)
  expect(await grant(cashier, playerId, -1, 2)).toBe('on_time_out')
  expect((await readDiscounts(deps.db, cashier.policy, [playerId])).size).toBe(0)
})

test.each(['in one list', 'one after the other'])(
  '3.07 of several orders opened under one discount, the first that is paid gets it, %s',
  async (how) => {
    const { playerId } = await newPlayer(deps)
    expect(await grant(cashier, playerId, -1, 2)).toBe('granted')
    const orders = [await open(playerId, 'brl-100'), await open(playerId, 'brl-200')]
    expect(orders.map(({ amountCents }) => amountCents)).toEqual([9_000, 18_000])
    const lists = how === 'in one list' ? [orders] : orders.map((order) => [order])
    for (const list of lists) await creditTopUps(cashier, pixOf(cashier), list.map(pixFor))
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 27_000, bonusCents: 1_000 })
    const reported = await deps.db<{ events: string }[]>`
      select events from platform_outbox where topic = 'topup.credited' and player_id = ${playerId}`
    const hows = reported
      .flatMap(({ events }) => JSON.parse(events) as { how?: string }[])
      .map(({ how: one }) => one)
    expect(hows).toEqual([undefined, 'discount_used'])
  },
)

test.each(['in one list', 'one after the other'])(
  '3.07 a payment of another amount gets no discount and leaves it to the next exact payment, %s',
  async (how) => {
    const { playerId } = await newPlayer(deps)
    expect(await grant(cashier, playerId, -1, 2)).toBe('granted')
    const [other, exact] = [await open(playerId, 'brl-100'), await open(playerId, 'brl-200')]
    const pixes = [pixFor({ ...other, amountCents: 8_999 }), pixFor(exact)]
    const lists = how === 'in one list' ? [pixes] : pixes.map((pix) => [pix])
    for (const list of lists) await creditTopUps(cashier, pixOf(cashier), list)
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 26_999, bonusCents: 2_000 })
    expect(await priceNow(cashier, playerId)).toBe(10_000)
  },
)

test('3.07 a discount stays available after a payment of another amount', async () => {
  const { playerId } = await newPlayer(deps)
  expect(await grant(cashier, playerId, -1, 2)).toBe('granted')
  const other = await open(playerId, 'brl-100')
  await creditTopUps(cashier, pixOf(cashier), [pixFor({ ...other, amountCents: 8_999 })])
  expect(await priceNow(cashier, playerId)).toBe(9_000)
})

test('3.07 a discount reduces an amount of the player’s own like a package price', async () => {
  const { playerId } = await newPlayer(deps)
  expect(await grant(cashier, playerId, -1, 2)).toBe('granted')
  const [opened] = await openOrders(cashier, [{ playerId, amountCents: 13_055, wantsBonusGrant: false }])
  expect(opened).toMatchObject({
    value: { order: { packageId: null, amountCents: 11_750, discountCents: 1_305 } },
  })
})

test('3.07 refuses a discount where the policy forbids urgency, and an expired one everywhere', async () => {
  const { playerId } = await newPlayer(deps)
  expect(await grant(cashier, playerId, -2, -1)).toBe('bad_request')
  expect(await grant(underTheLaw(), playerId, -1, 2)).toBe('blocked_by_policy')
  expect(await grant(cashier, playerId, -1, 2)).toBe('granted')
  expect(await priceNow(underTheLaw(), playerId)).toBe(10_000)
})
