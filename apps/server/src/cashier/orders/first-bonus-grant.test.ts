import { cents } from '@palpite/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { verifyLedger } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Cashier } from '../cashier.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../queries.ts'
import { testNeeds } from '../testing/harness.ts'
import { pixOf } from '../testing/orders.ts'
import { freshCpf, newPlayer, balancesOf } from '../testing/players.ts'
import { creditTopUps } from './credit-topups.ts'
import { getPrices } from './prices.ts'
import { openOrders } from './open-orders.ts'
import { FIRST_GIFT_DAYS } from './rules.ts'
import { selectFirstGiftDays, selectFirstGifts } from './topup-queries.ts'

let deps: Deps
let cashier: Cashier
let close: () => Promise<void>

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  cashier = cashierOf(deps, testNeeds()).cashier
})

afterAll(() => close())

const accountOf = async (cpf: string) => (await newPlayer(deps, { cpf })).playerId

let made = 0

/** An order of this player, and its payment as the bank reports it. */
async function paidOrder(playerId: number, packageId = 'brl-100') {
  const [opened] = await openOrders(cashier, [{ playerId, packageId, wantsBonusGrant: true }])
  if (!opened?.ok) throw new Error('an order opens')
  const { chargeRef, amountCents } = opened.value.order
  made += 1
  return {
    providerRef: `F${made}`,
    chargeRef,
    amountCents: cents(amountCents),
    paidAt: new Date(),
    payerTaxId: undefined,
    refunds: [],
  }
}

const topUp = async (playerId: number, packageId?: string) =>
  creditTopUps(cashier, pixOf(cashier), [await paidOrder(playerId, packageId)])

const bonusOf = async (playerId: number) => (await balancesOf(deps, playerId)).bonusCents

test('gives the bonus of a first top-up once to a CPF, however many accounts it has', async () => {
  const cpf = freshCpf()
  const [one, other] = [await accountOf(cpf), await accountOf(cpf)]
  expect(await topUp(one)).toEqual(['credited'])
  expect(await topUp(other, 'brl-200')).toEqual(['credited'])
  expect(await balancesOf(deps, one)).toEqual({ cashCents: 10_000, bonusCents: 2_000 })
  expect(await balancesOf(deps, other)).toEqual({ cashCents: 20_000, bonusCents: 0 })
  await topUp(other)
  expect(await bonusOf(other)).toBe(100) // every account gets the bonus of later top-ups
})

test('grants the first bonus to the first account of a CPF that qualifies, even after a top-up without a bonus', async () => {
  const cpf = freshCpf()
  const [one, other] = [await accountOf(cpf), await accountOf(cpf)]
  await topUp(one, 'mini-10')
  await topUp(other)
  expect([await bonusOf(one), await bonusOf(other)]).toEqual([0, 2_000])
})

/**
 * The bonus that the list shows for a package: from its own row, or from the row with its price for first or later
 * top-ups.
 */
async function promised(playerId: number, packageId: string): Promise<number> {
  const list = await getPrices(cashier, { playerId, curreny: undefined })
  const pack = list.find(({ pkgId }) => pkgId === packageId)
  if (pack?.curreny !== 'BRL') return pack?.gift ?? -1
  const toppedUp = (await balancesOf(deps, playerId)).cashCents > 0
  const table = toppedUp ? 'BTBRL' : 'FCBRL'
  return list.find(({ curreny, price }) => curreny === table && price === pack.price)?.gift ?? 0
}

test('shows one first bonus for a price in every list, and grants that one', async () => {
  for (const [main, prompt] of [
    ['brl-20', 'game-20'],
    ['brl-50', 'game-50'],
    ['brl-100', 'game-100'],
    ['brl-200', 'game-200'],
  ] as const) {
    const [one, other] = [await accountOf(freshCpf()), await accountOf(freshCpf())]
    const first = await promised(one, main)
    expect(await promised(other, prompt)).toBe(first)
    await topUp(one, main)
    await topUp(other, prompt)
    expect([await bonusOf(one), await bonusOf(other)]).toEqual([first * 100, first * 100])
    const later = await promised(other, prompt)
    await topUp(other, prompt)
    expect(await bonusOf(other)).toBe((first + later) * 100)
  }
})

test('neither shows nor grants a first bonus if another account of the CPF had one', async () => {
  const cpf = freshCpf()
  await topUp(await accountOf(cpf))
  for (const packageId of ['brl-100', 'game-100']) {
    const other = await accountOf(cpf)
    expect(await promised(other, packageId)).toBe(0)
    await topUp(other, packageId)
    expect(await bonusOf(other)).toBe(0)
  }
})

test('grants one first bonus when 40 accounts of one CPF are paid at once, in separate lists and in one', async () => {
  const cpf = freshCpf()
  const accounts = await Promise.all(Array.from({ length: 40 }, () => accountOf(cpf)))
  const pixes = await Promise.all(accounts.map((playerId) => paidOrder(playerId)))
  const lists = [...pixes.slice(0, 30).map((pix) => [pix]), pixes.slice(30)]
  const outcomes = await Promise.all(lists.map((list) => creditTopUps(cashier, pixOf(cashier), list)))
  expect(outcomes.flat()).toEqual(accounts.map(() => 'credited'))
  const bonuses = await Promise.all(accounts.map(bonusOf))
  expect(bonuses.filter((bonus) => bonus > 0)).toEqual([2_000])
})

describe('S28: gifts of first top-ups, which cost the house money', () => {
  const givenNow = () => selectFirstGifts(deps.db, FIRST_GIFT_DAYS)
  /** The cashier on a day whose gifts may exceed what was granted so far by this amount. */
  const withGiftsLeft = async (moreCents: number): Promise<Cashier> => {
    // Players of earlier tests no longer want the bonus that their orders promised.
    await ownerOf(deps.db)`update cashier_order set wants_bonus_grant = false`
    const firstGiftsADayCents = (await givenNow()).todayCents + moreCents
    return { ...cashier, settings: { ...cashier.settings, firstGiftsADayCents } }
  }
  const open = async (own: Cashier, playerId: number, wantsBonusGrant = true) =>
    (await openOrders(own, [{ playerId, packageId: 'brl-100', wantsBonusGrant }]))[0]
  const shown = async (own: Cashier, playerId: number) =>
    (await getPrices(own, { playerId, curreny: undefined })).find(({ pkgId }) => pkgId === 'first-100')?.gift
  const over = { ok: false, refusal: { code: 'first_gifts_over' } }

  test('are not offered once the day’s limit is reached, and none is promised that would be refused', async () => {
    const own = await withGiftsLeft(3_999)
    const [one, other] = [await accountOf(freshCpf()), await accountOf(freshCpf())]
    expect(await open(own, one)).toMatchObject({ ok: true })
    expect(await shown(own, other)).toBe(20)
    await topUp(await accountOf(freshCpf()))
    expect(await shown(own, other)).toBe(0)
    expect(await open(own, other)).toMatchObject(over)
    const without = await open(own, other, false)
    expect(without).toMatchObject({ ok: true })
    // Choosing the bonus later counts as the same promise.
    expect(await open(own, other)).toMatchObject(over)
    expect(await open(own, one)).toMatchObject({ ok: true }) // an earlier promise stays
  })

  test('are not used up by accounts that open orders and never pay', async () => {
    const own = await withGiftsLeft(2_000)
    const idle = await Promise.all(Array.from({ length: 2 }, () => accountOf(freshCpf())))
    const requests = idle.map((playerId) => ({ playerId, packageId: 'brl-100', wantsBonusGrant: true }))
    expect((await openOrders(own, requests)).every((answer) => answer.ok)).toBe(true)
    const playerId = await accountOf(freshCpf())
    expect(await shown(own, playerId)).toBe(20)
    expect(await open(own, playerId)).toMatchObject({ ok: true })
    await creditTopUps(own, pixOf(own), [await paidOrder(playerId)])
    expect(await bonusOf(playerId)).toBe(2_000)
    expect(await shown(own, await accountOf(freshCpf()))).toBe(0)
  })

  test('granted and promised together never exceed the limits of three days, however many orders open at once', async () => {
    const own = await withGiftsLeft(4_000)
    const { recentCents } = await givenNow()
    const bound = 3 * own.settings.firstGiftsADayCents
    const players = await Promise.all(Array.from({ length: 40 }, () => accountOf(freshCpf())))
    const answers = await Promise.all(players.map((playerId) => open(own, playerId)))
    const promised = answers.filter((answer) => answer?.ok).length
    expect(promised).toBe(Math.floor((bound - recentCents) / 2_000))
    expect(promised).toBeLessThan(40)
    expect((await givenNow()).promisedCents).toBe(promised * 2_000)
  })

  test('that were promised are granted, even on a day that has reached its limit', async () => {
    const playerId = await accountOf(freshCpf())
    const pix = await paidOrder(playerId)
    const full = { ...cashier, settings: { ...cashier.settings, firstGiftsADayCents: 0 } }
    expect(await creditTopUps(full, pixOf(full), [pix])).toEqual(['credited'])
    expect(await bonusOf(playerId)).toBe(2_000)
  })

  test('above the limit of their day are deducted from the limits of the following days', async () => {
    const bound = 100_000
    const own = { ...cashier, settings: { ...cashier.settings, firstGiftsADayCents: bound } }
    const owner = ownerOf(deps.db)
    await owner`update cashier_order set wants_bonus_grant = false where status in ('created', 'open')`
    await topUp(await accountOf(freshCpf()))
    const { recentCents } = await givenNow()
    await owner`update cashier_given_bonus set given_at = given_at - interval '1 day'`
    expect(await givenNow()).toMatchObject({ todayCents: 0, recentCents })
    const other = await accountOf(freshCpf())
    expect(await shown(own, other)).toBe(20)
    // Yesterday granted as much as three days may: nothing is left today.
    await owner`
      update cashier_order set first_bonus_grant_cents = first_bonus_grant_cents + ${3 * bound - recentCents}
       where id = (select topup.order_id from cashier_given_bonus given
                     join cashier_topup topup using (rail, provider_ref) order by given_at limit 1)`
    expect(await shown(own, other)).toBe(0)
    expect(await open(own, other)).toMatchObject(over)
    await owner`update cashier_given_bonus set given_at = given_at - interval '2 days'`
    expect(await shown(own, other)).toBe(20)
    expect(await open(own, other)).toMatchObject({ ok: true })
  })

  test('that one order of a player promises can be promised by another, because only one will be granted', async () => {
    const own = await withGiftsLeft(2_000)
    const playerId = await accountOf(freshCpf())
    const openOf = async (packageId: string) =>
      (await openOrders(own, [{ playerId, packageId, wantsBonusGrant: true }]))[0]
    expect(await openOf('brl-100')).toMatchObject({ ok: true })
    await topUp(await accountOf(freshCpf()))
    expect(await shown(own, playerId)).toBe(0)
    expect(await openOf('brl-50')).toMatchObject({ ok: true })
    expect(await openOf('brl-200')).toMatchObject(over) // it would grant more than is promised
  })

  test('do not limit players who had theirs, nor later top-ups', async () => {
    const cpf = freshCpf()
    const one = await accountOf(cpf)
    await topUp(one)
    const full = await withGiftsLeft(0)
    expect(await open(full, one)).toMatchObject({ ok: true })
    expect(await open(full, await accountOf(cpf))).toMatchObject({ ok: true })
  })

  test('are summed by day for operators', async () => {
    const sumOf = async () =>
      (await selectFirstGiftDays(deps.db, 92)).reduce((sum, { cents: own }) => sum + own, 0)
    const before = await sumOf()
    await topUp(await accountOf(freshCpf()))
    expect(await sumOf()).toBe(before + 2_000)
  })
})

test('are stored without the CPF', async () => {
  const cpf = freshCpf()
  await topUp(await accountOf(cpf))
  const rows = await deps.db<{ text: string }[]>`select given::text as text from cashier_given_bonus given`
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toContain(cpf)
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(deps.db, cashierClearing())).toEqual([])
})
