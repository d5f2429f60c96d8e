import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { cents } from '@palpite/money'
import {
  balanceOf,
  lockAccounts,
  payReturn,
  post,
  verifyLedger,
  type StakeFunding,
  debitStake,
} from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { policyOf } from '../protection/index.ts'
import type { Cashier } from './cashier.ts'
import { cashierOf } from './cashier-of.ts'
import { cashierClearing } from './queries.ts'
import { readCashSums } from './read-records.ts'
import { creditTopUps } from './orders/credit-topups.ts'
import { openOrders } from './orders/open-orders.ts'
import { reverseTopUps } from './orders/incoming-payments.ts'
import { testNeeds } from './testing/harness.ts'
import { pixOf } from './testing/orders.ts'
import { newPlayer, balancesOf, settleStakes } from './testing/players.ts'
import { readWithdrawLimits } from './withdrawals/read-limits.ts'
import { requestWithdrawals } from './withdrawals/request-withdrawals.ts'
import { convertMetBonuses } from '../wagering/index.ts'

let deps: Deps
let cashier: Cashier
let close: () => Promise<void>

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  cashier = cashierOf(deps, testNeeds()).cashier
})

afterAll(async () => {
  await close()
})

let made = 0

const pixFor = (chargeRef: string, amountCents: number) => {
  made += 1
  return {
    providerRef: `E${made}`,
    chargeRef,
    amountCents: cents(amountCents),
    paidAt: new Date(),
    payerTaxId: undefined,
    refunds: [],
  }
}

const topUp = async (playerId: number, packageId = 'brl-100', wantsBonusGrant = true) => {
  const [opened] = await openOrders(cashier, [{ playerId, packageId, wantsBonusGrant }])
  if (!opened?.ok) throw new Error('an order opens')
  const { order } = opened.value
  const pix = pixFor(order.chargeRef, order.amountCents)
  expect(await creditTopUps(cashier, pixOf(cashier), [pix])).toEqual(['credited'])
  return pix
}

/** What follows a settled stake of the player. */
const meet = (playerId: number, own: Cashier = cashier) => convertMetBonuses(own, [playerId])

const wdAmount = async (playerId: number, own: Cashier = cashier) =>
  (await readWithdrawLimits(own, [playerId]))[0]?.wdAmount

test('frees a top-up as stakes settle, and converts its bonus into cash when all is wagered', async () => {
  const { playerId } = await newPlayer(deps)
  await topUp(playerId)
  expect(await wdAmount(playerId)).toBe(0)
  await settleStakes(deps, playerId, 6_000)
  expect(await wdAmount(playerId)).toBe(60)
  await settleStakes(deps, playerId, 3_999)
  expect(await wdAmount(playerId)).toBe(99.99)
  await settleStakes(deps, playerId, 4_000) // own money is wagered first; the bonus must be wagered twice
  expect(await wdAmount(playerId)).toBe(100)
  await meet(playerId)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 10_000, bonusCents: 2_000 })
  await settleStakes(deps, playerId, 1)
  expect(await wdAmount(playerId)).toBe(120)
  await Promise.all([meet(playerId), meet(playerId), meet(playerId)])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 12_000, bonusCents: 0 })
})

test('allows a withdrawal of a bonus that is wagered but not yet converted', async () => {
  const { playerId, cpf } = await newPlayer(deps)
  await topUp(playerId)
  await settleStakes(deps, playerId, 14_000)
  const wish = { playerId, method: 'CPF' as const, payCardNo: cpf, holderName: 'Ana', whatsapp: '' }
  const [answer] = await requestWithdrawals(cashier, [{ ...wish, sessionId: 1, amountCents: 12_000 }])
  expect(answer?.ok).toBe(true)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
})

test('credits a Pix once when 200 lists contain it at once, with one requirement and one bonus', async () => {
  const { playerId } = await newPlayer(deps)
  const [opened] = await openOrders(cashier, [{ playerId, packageId: 'brl-200', wantsBonusGrant: true }])
  const order = opened?.ok ? opened.value.order : undefined
  const pix = pixFor(order?.chargeRef ?? '', 20_000)
  const lists = Array.from({ length: 200 }, () => creditTopUps(cashier, pixOf(cashier), [pix, pix]))
  const outcomes = (await Promise.all(lists)).flat()
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(399)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 20_000, bonusCents: 5_000 })
  const events = await deps.db<{ events: object[] }[]>`
    select events::json from platform_outbox where topic = 'topup.credited' and events::jsonb @> ${`[{"playerId": ${playerId}}]`}::jsonb`
  expect(events.map(({ events: own }) => own)).toEqual([
    [
      {
        playerId,
        orderId: order?.id,
        providerRef: pix.providerRef,
        amountCents: 20_000,
        bonusGrantCents: 5_000,
        first: true,
        isOfPanel: false,
      },
    ],
  ])
})

test('credits a charge that was paid twice, with the bonus of the first payment only', async () => {
  const { playerId } = await newPlayer(deps)
  const first = await topUp(playerId)
  expect(await creditTopUps(cashier, pixOf(cashier), [pixFor(first.chargeRef, 10_000)])).toEqual(['credited'])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 20_000, bonusCents: 2_000 })
  expect((await readCashSums(deps.db, [playerId])).get(playerId)).toEqual({
    payAmountCents: 10_000,
    paySumCents: 20_000,
    wdSumCents: 0,
  })
})

const stake = (playerId: number, stakeCents: number) =>
  deps.db.begin(async (tx) => {
    made += 1
    const batch = await lockAccounts(tx, [playerId])
    const cashCents = Math.min(stakeCents, balanceOf(batch, playerId, 'cash'))
    const funding = { cashCents, bonusCents: stakeCents - cashCents }
    debitStake(batch, { playerId, key: `stake:${made}`, funding, to: 'games' })
    await post(tx, batch)
    return funding
  })

const payBack = (playerId: number, returnCents: number, funding: StakeFunding) =>
  deps.db.begin(async (tx) => {
    made += 1
    const batch = await lockAccounts(tx, [playerId])
    payReturn(batch, { playerId, key: `return:${made}`, cents: returnCents, funding, from: 'games' })
    await post(tx, batch)
  })

/** A player who met the requirement while a bet, partly from the bonus, was open; the bet has just won. */
const withLateBonus = async () => {
  const player = await newPlayer(deps)
  const { playerId } = player
  await topUp(playerId)
  const funding = await stake(playerId, 12_000)
  expect(funding).toEqual({ cashCents: 10_000, bonusCents: 2_000 })
  await settleStakes(deps, playerId, 14_000)
  await meet(playerId)
  await payBack(playerId, 24_000, funding)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 20_000, bonusCents: 4_000 })
  return player
}

test('shows and pays out a bonus that returns after the requirement was met, up to the granted amount', async () => {
  const { playerId, cpf } = await withLateBonus()
  expect(await wdAmount(playerId)).toBe(220)
  const wish = { playerId, method: 'CPF' as const, payCardNo: cpf, holderName: 'Ana', whatsapp: '' }
  const [answer] = await requestWithdrawals(cashier, [{ ...wish, sessionId: 1, amountCents: 22_000 }])
  expect(answer?.ok).toBe(true)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 2_000 })
})

test('converts such a bonus into cash once, and leaves a return above the grant as bonus', async () => {
  const { playerId } = await withLateBonus()
  await Promise.all([meet(playerId), meet(playerId), meet(playerId)])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 22_000, bonusCents: 2_000 })
  await payBack(playerId, 600, { cashCents: 1, bonusCents: 1 })
  await meet(playerId)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 22_300, bonusCents: 2_300 })
})

test('keeps the part of a bonus that an open grant claims while wagering is open', async () => {
  const { playerId } = await withLateBonus()
  await topUp(playerId, 'brl-50')
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 27_000, bonusCents: 2_050 })
  await payBack(playerId, 600, { cashCents: 1, bonusCents: 1 })
  await meet(playerId)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 27_300, bonusCents: 2_350 })
  expect(await wdAmount(playerId)).toBe(223)
})

const reverseTopUp = (pix: ReturnType<typeof pixFor>) =>
  reverseTopUps(cashier, pixOf(cashier), [
    {
      ...pix,
      refunds: [
        { id: `D${pix.providerRef}`, amountCents: pix.amountCents, state: 'returned', nature: 'MED_FRAUDE' },
      ],
    },
  ])

test('counts stakes for the next top-up as soon as the bank took an older one back', async () => {
  const { playerId } = await newPlayer(deps)
  const first = await topUp(playerId, 'brl-100', false)
  await topUp(playerId, 'brl-50', false)
  await topUp(playerId, 'brl-20', false)
  await settleStakes(deps, playerId, 3_000)
  expect(await reverseTopUp(first)).toBe(1)
  expect(await wdAmount(playerId)).toBe(0)
  await settleStakes(deps, playerId, 5_000)
  expect(await wdAmount(playerId)).toBe(50)
  await settleStakes(deps, playerId, 2_000)
  expect(await wdAmount(playerId)).toBe(70)
})

test('keeps the wagering of a later top-up when the bank takes back the one before it', async () => {
  const { playerId } = await newPlayer(deps)
  const first = await topUp(playerId, 'brl-20', false)
  await topUp(playerId, 'brl-100', false)
  // The first requirement is met, but not closed yet, when the bank takes the top-up back.
  await settleStakes(deps, playerId, 8_000)
  expect(await reverseTopUp(first)).toBe(1)
  expect(await wdAmount(playerId)).toBe(60)
})

/** The same cashier under the policy profile of the law. */
const underTheLaw = (): Cashier => ({
  ...cashier,
  policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }, { needsOwnLimits: [] }),
})

test('allows at once the withdrawal of money that had to be wagered before the law applied', async () => {
  const { playerId, cpf } = await newPlayer(deps)
  await topUp(playerId, 'brl-100', false)
  expect(await wdAmount(playerId)).toBe(0)
  const lawful = underTheLaw()
  expect(await wdAmount(playerId, lawful)).toBe(100)
  const wish = { playerId, method: 'CPF' as const, payCardNo: cpf, holderName: 'Ana', whatsapp: '' }
  const [answer] = await requestWithdrawals(lawful, [{ ...wish, sessionId: 1, amountCents: 10_000 }])
  expect(answer?.ok).toBe(true)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
})

test('keeps the wagering of a bonus when its top-up no longer needs wagering', async () => {
  const { playerId } = await newPlayer(deps)
  await topUp(playerId) // R$ 100 with a bonus of R$ 20, to be wagered twice
  const lawful = underTheLaw()
  await settleStakes(deps, playerId, 3_999)
  await meet(playerId, lawful)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 10_000, bonusCents: 2_000 })
  expect(await wdAmount(playerId, lawful)).toBe(100)
  expect(await wdAmount(playerId)).toBe(39.99) // under the specification nothing has changed
  await settleStakes(deps, playerId, 1)
  expect(await wdAmount(playerId, lawful)).toBe(120)
  await meet(playerId, lawful)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 12_000, bonusCents: 0 })
})

test('does not count stakes settled before the top-up towards its bonus', async () => {
  const { playerId } = await newPlayer(deps)
  await topUp(playerId)
  await settleStakes(deps, playerId, 4_000)
  await topUp(playerId, 'brl-50')
  const lawful = underTheLaw()
  await meet(playerId, lawful)
  const { cashCents, bonusCents } = await balancesOf(deps, playerId)
  expect({ cashCents, bonusCents }).toEqual({ cashCents: 17_000, bonusCents: 50 })
  expect(await wdAmount(playerId, lawful)).toBe(170)
})

test('requires no wagering and grants no bonus where the law forbids both', async () => {
  const { playerId, cpf } = await newPlayer(deps)
  const lawful = underTheLaw()
  const [opened] = await openOrders(lawful, [{ playerId, packageId: 'brl-100', wantsBonusGrant: true }])
  const order = opened?.ok ? opened.value.order : undefined
  await creditTopUps(lawful, pixOf(lawful), [{ ...pixFor(order?.chargeRef ?? '', 10_000), payerTaxId: cpf }])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 10_000, bonusCents: 0 })
  expect(await wdAmount(playerId, lawful)).toBe(100)
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(deps.db, cashierClearing())).toEqual([])
})
