import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierDefaults } from '../settings.ts'
import { testNeeds } from '../testing/harness.ts'
import { freshCpf, newPlayer } from '../testing/players.ts'
import { openOrders } from './open-orders.ts'
import type { PackageRule } from './package-queries.ts'
import { planPackages, readUnfitPackage, replayGiftsCents, unfitPackage } from './plan-packages.ts'
import { getPrices } from './prices.ts'
import { costsItsGift } from './rules.ts'

let deps: Deps
let cashier: Cashier
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  cashier = cashierOf(deps, testNeeds()).cashier
})
afterAll(() => close())

const plan = (list: Parameters<typeof planPackages>[1]) => deps.db.begin((tx) => planPackages(tx, list))

const rule = (priceCents: number, firstBonusGrantCents = 0, laterBonusGrantCents = 0): PackageRule => ({
  priceCents,
  firstBonusGrantCents,
  laterBonusGrantCents,
})
const bounds = {
  wagering: cashierDefaults.wagering,
  maxPriceCents: 500_000,
  firstGivenCents: new Map([[10_000, 2_000]]),
  discountsBps: new Map([[20_000, 50]]),
}
const always = { startsOn: '2026-01-01', endsOn: null }

test.each([
  [10_000, 102, { main: 1, bonus: 2 }, true], // the whole cents below 10000 ÷ 98 = 102.04
  [10_000, 103, { main: 1, bonus: 2 }, false],
  [9_800, 100, { main: 1, bonus: 2 }, true], // exactly what wagering costs
  [9_799, 100, { main: 1, bonus: 2 }, false],
  [10_000, 101, { main: 1, bonus: 1 }, true],
  [10_000, 102, { main: 1, bonus: 1 }, false],
  [10_000, 1, { main: 0, bonus: 2 }, false], // no deposit to wager: any gift is a gain
  [10_000, 0, { main: 0, bonus: 2 }, true],
])('a price of %i with a gift of %i, wagered %j, costs its gift: %s', (price, gift, wagering, isBounded) => {
  expect(costsItsGift(price, gift, wagering)).toBe(isBounded)
})

test.each([
  ['nothing at all', [], { at: 0, what: 'price' }],
  ['prices that do not rise', [rule(5_000), rule(5_000)], { at: 1, what: 'price' }],
  ['broken reais', [rule(5_050)], { at: 0, what: 'price' }],
  ['a price above the highest', [rule(500_100)], { at: 0, what: 'price' }],
  ['a later gift that gains', [rule(5_000), rule(10_000, 0, 103)], { at: 1, what: 'later' }],
  ['a first gift above the one its price had', [rule(10_000, 2_001)], { at: 0, what: 'first' }],
  ['a first gift at a price that had none', [rule(7_500, 77)], { at: 0, what: 'first' }],
  [
    'a later gift that gains with the discount of its price',
    [rule(20_000, 0, 104)],
    { at: 0, what: 'later' },
  ],
  ['a later gift that does not', [rule(20_000, 0, 103)], undefined],
  ['the most of everything', [rule(7_500, 76, 76), rule(10_000, 2_000, 102)], undefined],
] as const)('%s as a list of packages is refused because of %s', (_what, rules, unfit) => {
  expect(unfitPackage(rules, bounds)).toEqual(unfit)
})

test('today’s list fits the bounds in force; one more cent of a later gift does not', async () => {
  const held = (await getPrices(cashier, { playerId: 0, curreny: 'BTBRL' })).map(({ price, gift }) =>
    rule(price * 100, 0, gift * 100),
  )
  expect(held.length).toBeGreaterThan(4)
  expect(await readUnfitPackage(deps.db, cashier.policy, { rules: held, ...always })).toBeUndefined()
  const more = held.map((one) => ({ ...one, laterBonusGrantCents: Math.floor(one.priceCents / 98) + 1 }))
  expect(await readUnfitPackage(deps.db, cashier.policy, { rules: more, ...always })).toEqual({
    at: 0,
    what: 'later',
  })
})

test('a list applies from its day on; open orders keep their terms', async () => {
  const { playerId } = await newPlayer(deps, { cpf: freshCpf() })
  const open = async (of: { packageId: string } | { amountCents: number }) => {
    const [answer] = await openOrders(cashier, [{ playerId, wantsBonusGrant: true, ...of }])
    return answer?.ok ? answer.value.order : present(answer, 'an answer').refusal.code
  }
  const before = await open({ packageId: 'brl-100' })
  expect(before).toMatchObject({ firstBonusGrantCents: 2_000, laterBonusGrantCents: 100 })
  // Tomorrow's list does not apply today.
  await plan({ startsOn: '2099-01-01', rules: [rule(7_500)] })
  expect(await open({ packageId: 'brl-75' })).toBe('package_not_sold')
  const [{ today } = { today: '' }] = await deps.db<{ today: string }[]>`
      select (now() at time zone 'America/Sao_Paulo')::date::text as today`
  await plan({ startsOn: today, rules: [rule(7_500, 70, 60), rule(10_000, 1_500, 90)] })
  if (typeof before === 'string') throw new Error('an order opens')
  const { secondsLeft: _secondsLeft, ...frozen } = before
  expect(await open({ packageId: 'brl-100' })).toMatchObject(frozen)
  expect(await open({ packageId: 'brl-50' })).toBe('package_not_sold')
  expect(await open({ packageId: 'brl-75' })).toMatchObject({
    amountCents: 7_500,
    firstBonusGrantCents: 70,
    laterBonusGrantCents: 60,
  })
  const list = await getPrices(cashier, { playerId, curreny: undefined })
  const of = (curreny: string) =>
    list.filter((one) => one.curreny === curreny).map(({ price, gift }) => [price, gift])
  expect(of('BRL')).toEqual([
    [75, 0],
    [100, 0],
  ])
  expect([of('FCBRL'), of('BTBRL')]).toEqual([
    [
      [75, 0.7],
      [100, 15],
    ],
    [
      [75, 0.6],
      [100, 0.9],
    ],
  ])
  expect([of('EXTPAY'), of(''), of('INSBRL').length]).toEqual([[], [], 4])
  await expect(deps.db`delete from cashier_package_rule where starts_on = ${today}::date`).rejects.toThrow(
    'never removed',
  )
})

test('a forecast prices past top-ups by another list, and skips prices that it does not sell', () => {
  const bought = [
    { priceCents: 10_000, isFirst: true, count: 3 },
    { priceCents: 10_000, isFirst: false, count: 10 },
    { priceCents: 5_000, isFirst: false, count: 7 },
  ]
  expect(replayGiftsCents(bought, [rule(10_000, 1_500, 90)])).toBe(3 * 1_500 + 10 * 90)
})

test('what the page showed is what the order promises, or it is refused with what holds now', async () => {
  const { playerId } = await newPlayer(deps, { cpf: freshCpf() })
  const [{ today } = { today: '' }] = await deps.db<{ today: string }[]>`
      select (now() at time zone 'America/Sao_Paulo')::date::text as today`
  // The rules of another test hold today.
  const held = await deps.db<{ first: number; later: number }[]>`
    select first_bonus_grant_cents as first, later_bonus_grant_cents as later from cashier_package_rule
     where starts_on = ${today}::date and price_cents = 10000`
  expect(held).toEqual([{ first: 1_500, later: 90 }])
  const open = async (shown: { paidCents: number; giftCents: number } | undefined, wants = true) => {
    const [answer] = await openOrders(cashier, [
      { playerId, packageId: 'brl-100', wantsBonusGrant: wants, shown },
    ])
    return present(answer, 'an answer')
  }
  const now = { paidCents: 10_000, giftCents: 1_500 }
  const refused = { ok: false, refusal: { code: 'offer_changed', detail: now } }
  expect(await open({ ...now, giftCents: 2_000 })).toMatchObject(refused)
  expect(await open({ ...now, paidCents: 9_900 })).toMatchObject(refused)
  expect(await open({ ...now, giftCents: 0 }, false)).toMatchObject({ ok: true })
  // Of two hundred at once all have one order.
  const all = await openOrders(
    cashier,
    Array.from({ length: 200 }, () => ({
      playerId,
      packageId: 'brl-100',
      wantsBonusGrant: true,
      shown: now,
    })),
  )
  const ids = new Set(all.map((one) => (one.ok ? one.value.order.id : one.refusal.code)))
  expect(ids.size).toBe(1)
  // An order of before midnight keeps its gift: whose page still shows it has it, and others get a new one.
  await deps.db`
    insert into cashier_order (id, pay_no, charge_ref, provider, player_id, package_id, amount_cents, wants_bonus_grant,
                               first_bonus_grant_cents, later_bonus_grant_cents, main_times, bonus_times, status, br_code,
                               expires_at)
    select md5('before'), md5('before pay'), md5('before ref'), 'pix', ${playerId}, 'brl-100', 10000, true, 2000, 100, 1, 2,
           'open', 'a code', now() + interval '20 minutes'`
  const kept = await open({ ...now, giftCents: 2_000 })
  expect(kept.ok && kept.value.order.firstBonusGrantCents).toBe(2_000)
  const other = await open(now)
  expect(other.ok && other.value.order.firstBonusGrantCents).toBe(1_500)
  // A page of before says nothing of it.
  expect(await open(undefined)).toMatchObject({ ok: true })
})
