import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents } from '@palpite/money'
import { takeTestBreak } from '../../../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../../platform/deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { policyOf } from '../../protection/index.ts'
import type { Cashier } from '../cashier.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierDefaults } from '../settings.ts'
import { testNeeds } from '../testing/harness.ts'
import { pixOf } from '../testing/orders.ts'
import { balancesOf, freshCpf, newPlayer } from '../testing/players.ts'
import { creditTopUps } from './credit-topups.ts'
import { openOrders } from './open-orders.ts'
import {
  heldIn,
  planDiscounts,
  readUnfitDiscount,
  replayDiscountsCents,
  unfitDiscount,
} from './plan-discounts.ts'
import { planPackages, readUnfitPackage } from './plan-packages.ts'
import { getPrices, grantDiscounts } from './prices.ts'
import { costsItsDiscount, discounted } from './rules.ts'

let deps: Deps
let cashier: Cashier
let today: string
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  cashier = cashierOf(deps, testNeeds()).cashier
  const rows = await deps.db<{ today: string }[]>`
    select (now() at time zone 'America/Sao_Paulo')::date::text as today`
  today = rows[0]?.today ?? ''
})
afterAll(() => close())

const off = (priceCents: number, discountBps: number) => ({ priceCents, discountBps })
const { wagering } = cashierDefaults

test.each([
  // 101 cents beside 9899 that are paid: 10101 cents are to be wagered, which costs 101.01.
  [off(10_000, 101), 0, { main: 1, bonus: 2 }, true],
  [off(10_000, 102), 0, { main: 1, bonus: 2 }, false],
  [off(10_000, 2), 100, { main: 1, bonus: 2 }, true],
  [off(10_000, 3), 100, { main: 1, bonus: 2 }, false],
  [off(10_000, 1), 0, { main: 0, bonus: 2 }, false], // no deposit to wager: any discount gains
])(
  'a price with a discount as %j and a gift of %i, wagered %j, costs both: %s',
  (rule, gift, times, costs) => {
    expect(costsItsDiscount(rule, gift, times)).toBe(costs)
  },
)

test('no discount and gift that fit together bring more than wagering them costs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500_000 }),
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 0, max: 6_000 }),
      (priceCents, discountBps, giftCents) => {
        if (!costsItsDiscount(off(priceCents, discountBps), giftCents, wagering)) return
        const { amountCents, discountCents } = discounted(priceCents, discountBps)
        const granted = giftCents + discountCents
        const toWager = wagering.main * amountCents + wagering.bonus * granted
        expect(100 * granted).toBeLessThanOrEqual(toWager)
      },
    ),
  )
})

test.each([
  ['a price that is not sold', [off(5_000, 50)], { at: 0, what: 'price' }],
  ['a price that is not sold, without a discount', [off(5_000, 0)], undefined],
  ['more than the gift leaves', [off(2_000, 101), off(10_000, 3)], { at: 1, what: 'discount' }],
  ['the most of everything', [off(2_000, 101), off(10_000, 2)], undefined],
] as const)('discounts with %s do not fit in %j', (_what, rules, unfit) => {
  const giftsCents = new Map([
    [2_000, 0],
    [10_000, 100],
  ])
  expect(unfitDiscount(rules, { wagering, giftsCents })).toEqual(unfit)
})

test('rules hold in a period from those of its first day on, until before its end', () => {
  const dated = ['2026-01-01', '2026-02-01', '2026-03-01'].map((startsOn) => ({ startsOn }))
  const days = (startsOn: string, endsOn: string | null) =>
    heldIn(dated, { startsOn, endsOn }).map((one) => one.startsOn)
  expect(days('2026-01-15', '2026-02-01')).toEqual(['2026-01-01'])
  expect(days('2026-02-01', '2026-03-02')).toEqual(['2026-02-01', '2026-03-01'])
  expect(days('2026-01-15', null)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
})

test('the forecast sums what is off each paid price', () => {
  const paid = [
    { priceCents: 10_000, count: 3 },
    { priceCents: 5_000, count: 7 },
  ]
  expect(replayDiscountsCents(paid, [off(10_000, 101)])).toBe(3 * 101)
})

const underTheLaw = () =>
  cashierOf({ ...deps, metrics: openMetrics() }, testNeeds(policyOf({ COMPLIANCE_PROFILE: 'br-spa' })))
    .cashier

const open = async (playerId: number, of: { packageId: string } | { amountCents: number }, wants = false) => {
  const [answer] = await openOrders(cashier, [{ playerId, wantsBonusGrant: wants, ...of }])
  if (!answer?.ok) throw new Error('an order opens')
  return answer.value.order
}
const pay = (order: { chargeRef: string; amountCents: number }) =>
  creditTopUps(cashier, pixOf(cashier), [
    {
      providerRef: `E${order.chargeRef}`,
      chargeRef: order.chargeRef,
      amountCents: cents(order.amountCents),
      paidAt: new Date(),
      payerTaxId: undefined,
      refunds: [],
    },
  ])
const shownOff = async (own: Cashier, playerId: number) =>
  (await getPrices(own, { playerId, curreny: undefined })).find(({ pkgId }) => pkgId === 'brl-100')?.off

test('from its day on a discount is off each later top-up of its price, and comes as a bonus; open orders keep it', async () => {
  const { playerId } = await newPlayer(deps, { cpf: freshCpf() })
  await deps.db.begin((tx) =>
    planPackages(tx, {
      startsOn: today,
      rules: [
        { priceCents: 10_000, firstBonusGrantCents: 2_000, laterBonusGrantCents: 0 },
        { priceCents: 20_000, firstBonusGrantCents: 4_000, laterBonusGrantCents: 200 },
      ],
    }),
  )
  const period = { startsOn: today, endsOn: null }
  const fits = (rules: ReturnType<typeof off>[]) =>
    readUnfitDiscount(deps.db, cashier.policy, { rules, ...period })
  expect(await fits([off(10_000, 101), off(20_000, 2)])).toBeUndefined()
  expect(await fits([off(10_000, 102)])).toEqual({ at: 0, what: 'discount' })
  await deps.db.begin((tx) =>
    planDiscounts(tx, { startsOn: today, rules: [off(10_000, 101), off(20_000, 100)] }),
  )
  // Gifts beside these discounts are bounded with them.
  const gift = { priceCents: 10_000, firstBonusGrantCents: 0, laterBonusGrantCents: 1 }
  expect(await readUnfitPackage(deps.db, cashier.policy, { rules: [gift], ...period })).toEqual({
    at: 0,
    what: 'later',
  })
  // A first top-up at a price with a gift of its own has no discount, wanted or not.
  expect(await shownOff(cashier, playerId)).toBeUndefined()
  const first = await open(playerId, { packageId: 'brl-100' }, true)
  expect(first).toMatchObject({ amountCents: 10_000, discountCents: 0, discountId: null })
  await pay(first)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 10_000, bonusCents: 2_000 })
  expect(await shownOff(cashier, playerId)).toBe(1.01)
  const second = await open(playerId, { amountCents: 10_000 }, true)
  expect(second).toMatchObject({
    packageId: 'brl-100',
    amountCents: 9_899,
    discountCents: 101,
    discountId: null,
  })
  await pay(second)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 19_899, bonusCents: 2_101 })
  // Not used up: the next one has it too. What a gift would make gain was planned, and is not given.
  expect(await open(playerId, { packageId: 'brl-100' })).toMatchObject({ amountCents: 9_899 })
  expect(await open(playerId, { packageId: 'brl-200' })).toMatchObject({ amountCents: 20_000 })
  expect(await open(playerId, { amountCents: 15_000 })).toMatchObject({
    packageId: null,
    amountCents: 15_000,
  })
  // A larger discount of the player's own goes first, and a smaller one waits.
  const own = await deps.db.begin((tx) =>
    grantDiscounts(
      tx,
      {
        random: deps.random,
        policy: cashier.policy,
        settings: cashier.settings,
        bound: { maxCents: 5_000_000, leftCents: 5_000_000 },
      },
      [
        {
          playerId,
          requestId: deps.random.hex(16),
          discountBps: 1_000,
          startsAt: new Date(Date.now() - 60_000),
          endsAt: new Date(Date.now() + 3_600_000),
        },
      ],
    ),
  )
  const discountId = own[0]?.ok ? own[0].value.discountId : ''
  expect(await open(playerId, { packageId: 'brl-100' })).toMatchObject({ amountCents: 9_000, discountId })
  // Whatever is planned, the law forbids it, and a break pauses it.
  expect(await shownOff(underTheLaw(), playerId)).toBeUndefined()
  await takeTestBreak(deps, playerId)
  expect(await shownOff(cashier, playerId)).toBeUndefined()
  // The break is the reason, not the price that it hides.
  const shown = { paidCents: 10_000, giftCents: 0 }
  const order = { playerId, packageId: 'brl-100', wantsBonusGrant: false, shown }
  expect(await openOrders(cashier, [order])).toMatchObject([{ ok: false, refusal: { code: 'on_time_out' } }])
  await expect(deps.db`delete from cashier_discount_rule where starts_on = ${today}::date`).rejects.toThrow(
    'never removed',
  )
})
