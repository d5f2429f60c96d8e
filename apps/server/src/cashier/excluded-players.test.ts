import { cents } from '@palpite/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { takeTestBreak } from '../../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { until } from '../../../../tools/test/until.ts'
import { lockAccounts, verifyLedger } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { convertMetBonuses, readWageringLeft } from '../wagering/index.ts'
import type { Cashier } from './cashier.ts'
import { cashierOf } from './cashier-of.ts'
import { cashierClearing } from './queries.ts'
import { creditTopUps } from './orders/credit-topups.ts'
import { openOrders } from './orders/open-orders.ts'
import { sameTerms, testNeeds } from './testing/harness.ts'
import { pixOf } from './testing/orders.ts'
import { balancesOf, giveCash, newPlayer, settleStakes } from './testing/players.ts'
import { endWithdrawals } from './withdrawals/end-withdrawals.ts'
import { claimToSend } from './withdrawals/payout-queries.ts'
import { readWithdrawLimits } from './withdrawals/read-limits.ts'
import { requestWithdrawals } from './withdrawals/request-withdrawals.ts'
import { transferMoney } from './withdrawals/transfer-money.ts'

let deps: Deps
let cashier: Cashier
let close: () => Promise<void>

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const readVipTerms = sameTerms({ withdrawalsADay: 100, feeBps: 0 })
  ;({ cashier } = cashierOf(deps, { ...testNeeds(), readVipTerms }))
})

afterAll(() => close())

let made = 0

/** A player with a top-up of R$ 100, to be wagered once; with a gift of R$ 20, to be wagered twice. */
async function toppedUp({ gift = false } = {}) {
  const player = await newPlayer(deps)
  const { playerId } = player
  const [opened] = await openOrders(cashier, [{ playerId, packageId: 'brl-100', wantsBonusGrant: gift }])
  if (!opened?.ok) throw new Error('an order opens')
  made += 1
  const { chargeRef } = opened.value.order
  const pix = { providerRef: `E${made}`, chargeRef, amountCents: cents(10_000), payerTaxId: undefined }
  const paid = { ...pix, paidAt: new Date(), refunds: [] }
  expect(await creditTopUps(cashier, pixOf(cashier), [paid])).toEqual(['credited'])
  return player
}

const wdAmount = async (playerId: number) => (await readWithdrawLimits(cashier, [playerId]))[0]?.wdAmount

const withdraw = async ({ playerId, cpf }: { playerId: number; cpf: string }, amountCents: number) => {
  made += 1
  const wish = { playerId, sessionId: 1, method: 'CPF' as const, payCardNo: cpf, holderName: 'Ana' }
  const requestId = `withdraw-wish-${String(made).padStart(6, '0')}`
  const [answer] = await requestWithdrawals(cashier, [{ ...wish, whatsapp: '', requestId, amountCents }])
  return answer?.ok ? answer.value.orderId : answer?.refusal.code
}

const isOrder = expect.stringMatching(/^[0-9a-f]{32}$/) as string

const wayOf = async (playerId: number) =>
  (await readWageringLeft(deps.db, cashier.policy, [playerId])).get(playerId)

test('a self-excluded player withdraws all own money unwagered, and the bonus stays a bonus', async () => {
  const player = await toppedUp({ gift: true })
  const { playerId } = player
  await settleStakes(deps, playerId, 6_000)
  expect(await wayOf(playerId)).toMatchObject({ ownLeftCents: 4_000, bonusLeftCents: 4_000 })
  expect(await withdraw(player, 10_000)).toBe('withdraw_above_max')
  await takeTestBreak(deps, playerId, 'exclusion')
  expect(await wdAmount(playerId)).toBe(100)
  expect(await wayOf(playerId)).toMatchObject({
    ownLeftCents: 0,
    ownTotalCents: 0,
    bonusLeftCents: 8_000,
    bonusTotalCents: 14_000,
    isBonusAfter: false,
  })
  expect(await withdraw(player, 10_001)).toBe('withdraw_above_max')
  expect(await withdraw(player, 10_000)).toEqual(isOrder)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 2_000 })
  await convertMetBonuses(cashier, [playerId])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 2_000 })
})

test('a player whom the national register names withdraws own money unwagered, like one who excluded themselves', async () => {
  const player = await toppedUp()
  expect(await withdraw(player, 10_000)).toBe('withdraw_nothing')
  await takeTestBreak(deps, player.playerId, 'impeded')
  expect(await wdAmount(player.playerId)).toBe(100)
  expect(await withdraw(player, 10_000)).toEqual(isOrder)
})

test('an excluded player may withdraw less than the minimum if it is all the money, and the limits show it', async () => {
  const player = await newPlayer(deps)
  const { playerId } = player
  await giveCash(deps, playerId, 3_001)
  const least = async () => (await readWithdrawLimits(cashier, [playerId]))[0]?.limitAmount
  expect(await least()).toBe('50')
  expect(await withdraw(player, 3_001)).toBe('withdraw_below_min')
  await takeTestBreak(deps, playerId)
  expect(await withdraw(player, 3_001)).toBe('withdraw_below_min')
  await deps.db`insert into protection_break (player_id, kind, ends_at, policy_version)
                values (${playerId}, 'exclusion', null, 'spec-7')`
  expect(await least()).toBe('30.01')
  expect(await withdraw(player, 0)).toBe('withdraw_below_min')
  expect(await withdraw(player, 1)).toBe('withdraw_below_min')
  expect(await withdraw(player, 3_000)).toBe('withdraw_below_min')
  expect(await withdraw(player, 3_001)).toEqual(isOrder)
  await giveCash(deps, playerId, 5_001)
  expect(await least()).toBe('50')
  expect(await withdraw(player, 5_000)).toEqual(isOrder)
  expect(await withdraw(player, 1)).toEqual(isOrder)
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
})

test('a time-out keeps the wagering requirement', async () => {
  const player = await toppedUp()
  await takeTestBreak(deps, player.playerId)
  expect(await wdAmount(player.playerId)).toBe(0)
  expect(await wayOf(player.playerId)).toMatchObject({ ownLeftCents: 10_000 })
  expect(await withdraw(player, 10_000)).toBe('withdraw_nothing')
})

test('a permanent exclusion also frees what a parallel time-out would bind', async () => {
  const player = await toppedUp()
  const { playerId } = player
  await takeTestBreak(deps, playerId)
  await deps.db`insert into protection_break (player_id, kind, ends_at, policy_version)
                values (${playerId}, 'exclusion', null, 'spec-7')`
  expect(await withdraw(player, 10_000)).toEqual(isOrder)
})

/** Ends the exclusion of a player. No command can do it; only the table owner, with the guard off. */
const letPass = (playerId: number) =>
  ownerOf(deps.db).begin(async (tx) => {
    await tx`alter table protection_break disable trigger protection_break_stays`
    await tx`update protection_break
                set starts_at = now() - interval '3 months', ends_at = now() - interval '1 second'
              where player_id = ${playerId}`
    await tx`alter table protection_break enable trigger protection_break_stays`
  })

test('a withdrawal that comes back may leave again while excluded, and is bound again afterwards', async () => {
  const player = await toppedUp()
  const { playerId } = player
  await settleStakes(deps, playerId, 6_000)
  await takeTestBreak(deps, playerId, 'exclusion')
  const comesBack = async () => {
    const id = await withdraw(player, 10_000)
    expect(id).toEqual(isOrder)
    await claimToSend(deps.db, { max: 40, leaseSeconds: 60, providers: ['pix'] })
    await endWithdrawals(cashier, [{ id: id ?? '', playerId, status: 'failed', why: 'x', providerRef: null }])
    expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 10_000, bonusCents: 0 })
  }
  await comesBack()
  expect(await wdAmount(playerId)).toBe(100)
  await comesBack()
  await letPass(playerId)
  expect(await wdAmount(playerId)).toBe(60)
  expect(await wayOf(playerId)).toMatchObject({ ownLeftCents: 4_000, ownTotalCents: 10_000 })
  expect(await withdraw(player, 6_001)).toBe('withdraw_above_max')
  expect(await withdraw(player, 6_000)).toEqual(isOrder)
})

test('an exclusion that begins while a withdrawal waits for the account lock frees the money', async () => {
  const player = await toppedUp()
  const { playerId } = player
  const { withdrawing } = await deps.db.begin(async (tx) => {
    await lockAccounts(tx, [playerId])
    const asked = withdraw(player, 10_000)
    await until('the withdrawal waits', async () => {
      const rows = await deps.db`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return rows.length > 0
    })
    await tx`insert into protection_break (player_id, kind, ends_at, policy_version)
             values (${playerId}, 'exclusion', null, 'spec-7')`
    return { withdrawing: asked }
  })
  expect(await withdrawing).toEqual(isOrder)
})

test('of several withdrawals sent at once with an exclusion exactly one is made', async () => {
  const player = await toppedUp()
  const { playerId } = player
  const early = Array.from({ length: 40 }, () => withdraw(player, 10_000))
  await takeTestBreak(deps, playerId, 'exclusion')
  const late = Array.from({ length: 10 }, () => withdraw(player, 10_000))
  const answers = await Promise.all([...early, ...late])
  expect(answers.filter((answer) => answer !== 'withdraw_nothing')).toEqual([isOrder])
  expect(await balancesOf(deps, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
})

test('a transfer to another player is no withdrawal: an exclusion frees nothing for it', async () => {
  const open = { ...cashier, settings: { ...cashier.settings, takesTransfers: true } }
  const { playerId } = await toppedUp()
  await takeTestBreak(deps, playerId, 'exclusion')
  const wish = { playerId, sessionId: 1, requestId: 'transfer-wish-0001', user: 'x@example.com' }
  const [answer] = await transferMoney(open, [{ ...wish, amountCents: 2_000 }])
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'withdraw_nothing' } })
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(deps.db, cashierClearing())).toEqual([])
})
