import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { setOwnLimits } from '../../../../tools/test/own-limits.ts'
import { openMetrics } from '../platform/metrics.ts'
import { declareExposure, decideExposure, readExposure } from '../identity/index.ts'
import {
  openProtection,
  openTopUpGate,
  policyOf,
  readExposedPersons,
  readPersonHolds,
  refuseOverdue,
} from '../protection/index.ts'
import { reconcile } from './books/reconcile.ts'
import type { Cashier } from './cashier.ts'
import { cashierOf } from './cashier-of.ts'
import { testNeeds, type Harness, startHarness } from './testing/harness.ts'
import { codeOf, pay, payCode, prePay, statusOf, type TestOrder, untilStatus } from './testing/orders.ts'
import { balancesOf, newPlayer } from './testing/players.ts'
import { endOrders } from './orders/waiting-orders.ts'
import { topupCredited } from './events.ts'
import { openOrders, readDeposited, readProven } from './orders/open-orders.ts'

let harness: Harness
/** Another server whose jobs the test runs by hand. */
let cashier: Cashier
beforeAll(async () => {
  harness = await startHarness({ needs: { settings: { reconcileEveryMs: 3_600_000 } } })
  cashier = cashierOf({ ...harness.deps, metrics: openMetrics() }, testNeeds()).cashier
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

test.each(['day', 'week', 'month'] as const)('a limit by %s counts paid deposits', async (period) => {
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

test('a payment that comes after the limit was lowered is credited, and counts', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId, 'brl-100')
  await setLimit(playerId, 'day', 2_000)
  // Ordered again it is over the limit, but its code can still be paid.
  expect((await request(playerId, 'brl-100')).data).toMatchObject({ code: 'deposit_limit' })
  await pay(harness, order)
  await untilStatus(harness, playerId, order.orderId)
  expect(await balancesOf(harness.deps, playerId)).toMatchObject({ cashCents: 10_000 })
  expect((await readDeposited(harness.deps.db, [playerId])).get(playerId)?.day).toBe(10_000)
  expect((await request(playerId, 'brl-20')).data).toMatchObject({ code: 'deposit_limit', left: 0 })
})

test('deposits before this month no longer count', async () => {
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

/** Ends these orders on our side this many seconds ago; at the bank their charges can still be paid. */
async function end(orders: readonly { orderId: string }[], secondsAgo = 1) {
  await ownerOf(harness.deps.db)`
    update cashier_order set expires_at = now() - make_interval(secs => ${secondsAgo})
     where id = any(${orders.map(({ orderId }) => orderId)}::text[])`
  await endOrders(cashier)
}

/** Checks these orders at the bank now. */
async function askBank(orders: readonly { orderId: string }[]) {
  await harness.deps.db`
    update cashier_order set check_at = now() where id = any(${orders.map(({ orderId }) => orderId)}::text[])`
  await reconcile(cashier)
}

/** The bank answers no call about a charge. */
const silent = () =>
  harness.bank.arm({ kind: 'api_error', when: 'before', on: ['cob.read'], status: 500, times: 1_000 })

const usedBy = async (playerId: number) =>
  (await readDeposited(harness.deps.db, [playerId])).get(playerId)?.day

test('an expired order counts until the bank reports it unpaid', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await setLimit(playerId, 'day', 14_999)
  const order = await prePay(harness, playerId, 'brl-100')
  const code = await codeOf(harness, order)
  await end([order])
  expect((await request(playerId, 'brl-50')).data).toMatchObject({ code: 'deposit_limit', left: 4_999 })
  // This early, the bank may still accept the payment.
  await askBank([order])
  expect((await request(playerId, 'brl-50')).data).toMatchObject({ code: 'deposit_limit', left: 4_999 })
  await payCode(harness, code)
  await untilStatus(harness, playerId, order.orderId)
  expect(await usedBy(playerId)).toBe(10_000)
  expect((await request(playerId, 'brl-50')).data).toMatchObject({ code: 'deposit_limit', left: 4_999 })
})

test('an order that the bank reports as unpaid and no longer payable frees its part of the limit', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await setLimit(playerId, 'day', 10_000)
  const order = await prePay(harness, playerId, 'brl-100')
  await end([order], 180)
  await silent()
  await askBank([order])
  expect(await usedBy(playerId)).toBe(10_000)
  await harness.bank.disarm()
  await askBank([order])
  expect(await usedBy(playerId)).toBe(0)
  expect((await request(playerId, 'brl-100')).http).toBe(200)
})

test('the bank is asked again once it accepts no more payment; an order no longer checked no longer counts', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId, 'brl-100')
  await end([order])
  await askBank([order])
  const [row] = await harness.deps.db<{ seconds: number }[]>`
    select round(extract(epoch from check_at - expires_at))::int as seconds
      from cashier_order where id = ${order.orderId}`
  expect(row?.seconds).toBe(120)
  await end([order], 4 * 86_400)
  await silent()
  expect(await usedBy(playerId)).toBe(10_000)
  await askBank([order])
  await harness.bank.disarm()
  expect(await usedBy(playerId)).toBe(0)
})

test('a cancelled order stops counting at once if the bank removes its charge, else it keeps counting', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await setLimit(playerId, 'day', 10_000)
  const cancel = ({ orderId }: TestOrder) =>
    harness.call(playerId, 'POST', `/api/app/order/cancel/${orderId}`)
  const first = await prePay(harness, playerId, 'brl-100')
  expect((await cancel(first)).http).toBe(200)
  expect(await usedBy(playerId)).toBe(0)
  const second = await prePay(harness, playerId, 'brl-100')
  const code = await codeOf(harness, second)
  await harness.bank.arm({ kind: 'api_error', when: 'before', on: ['cob.revise'], status: 500, times: 5 })
  expect((await cancel(second)).http).toBe(200)
  await harness.bank.disarm()
  expect((await request(playerId, 'brl-20')).data).toMatchObject({ code: 'deposit_limit', left: 0 })
  await payCode(harness, code)
  await untilStatus(harness, playerId, second.orderId)
  expect((await request(playerId, 'brl-20')).data).toMatchObject({ code: 'deposit_limit', left: 0 })
})

test('an order whose code was never shown stops counting when it ends', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await harness.bank.arm({ kind: 'api_timeout', when: 'after', how: 'drop', on: ['cob.create'] })
  expect((await request(playerId, 'brl-100')).http).toBe(503)
  expect(await usedBy(playerId)).toBe(10_000)
  const orders = await harness.deps.db<{ orderId: string }[]>`
    select id as "orderId" from cashier_order where player_id = ${playerId}`
  await end(orders)
  expect(await usedBy(playerId)).toBe(0)
})

test('a repeated order at the limit answers the one that uses it up until that one ends', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await setLimit(playerId, 'day', 10_000)
  const order = await prePay(harness, playerId, 'brl-100')
  expect(await prePay(harness, playerId, 'brl-100')).toEqual(order)
  await ownerOf(harness.deps.db)`
    update cashier_order set expires_at = now() + interval '1 minute' where id = ${order.orderId}`
  expect(await prePay(harness, playerId, 'brl-100')).toEqual(order)
  expect((await request(playerId, 'brl-20')).data).toMatchObject({ code: 'deposit_limit', left: 0 })
  await setLimit(playerId, 'day', 9_999)
  expect((await request(playerId, 'brl-100')).data).toMatchObject({ code: 'deposit_limit', left: 9_999 })
})

test('where the limit allows another order, one about to end is not answered again', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await setLimit(playerId, 'day', 20_000)
  const order = await prePay(harness, playerId, 'brl-100')
  await ownerOf(harness.deps.db)`
    update cashier_order set expires_at = now() + interval '1 minute' where id = ${order.orderId}`
  expect((await prePay(harness, playerId, 'brl-100')).orderId).not.toBe(order.orderId)
})

test('200 orders at once, 200 more after they ended, and all paid late: no more than the limit comes in', async () => {
  const { playerId } = await newPlayer(harness.deps)
  await setLimit(playerId, 'week', 35_000)
  const packages = ['mini-10', 'brl-20', 'brl-50', 'brl-100', 'brl-200']
  const orders = new Map<string, TestOrder>()
  const codes: string[] = []
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => request(playerId, packages[(at * 7 + round) % 5] ?? '')),
    )
    const opened = answers
      .filter(({ http }) => http === 200)
      .map(({ data }) => data as TestOrder)
      .filter(({ orderId }) => !orders.has(orderId))
    for (const order of new Map(opened.map((one) => [one.orderId, one])).values()) {
      orders.set(order.orderId, order)
      codes.push(await codeOf(harness, order))
    }
    await end([...orders.values()])
    await askBank([...orders.values()])
  }
  expect(codes.length).toBeGreaterThan(1)
  await Promise.all(codes.map((code) => payCode(harness, code)))
  for (const { orderId } of orders.values()) await untilStatus(harness, playerId, orderId)
  const { cashCents } = await balancesOf(harness.deps, playerId)
  expect(cashCents).toBeGreaterThan(0)
  expect(cashCents).toBeLessThanOrEqual(35_000)
  expect(await usedBy(playerId)).toBe(cashCents)
  expect(await statusOf(harness, playerId, [...orders.keys()][0] ?? '')).toBe('10')
})

test('S45: two accounts paid for by one CPF share one limit, from the payment that proves the second', async () => {
  const [one, other] = [await newPlayer(harness.deps), await newPlayer(harness.deps)]
  const { cpf } = one
  const two = await newPlayer(harness.deps, { cpf })
  const protection = openProtection(harness.deps, {
    policy: policyOf(harness.deps.config),
    readDeposited,
    readProven,
  })
  const jobs = protection.personJobs(topupCredited)
  const deposit = async (playerId: number) => {
    const order = await prePay(harness, playerId, 'brl-50')
    await pay(harness, order, { payer: { cpf, nome: 'Ana Souza' } })
    await untilStatus(harness, playerId, order.orderId)
  }
  try {
    await deposit(one.playerId)
    await setLimit(one.playerId, 'day', 17_000)
    await deposit(two.playerId)
    const limitOf = async () =>
      (
        await openTopUpGate(harness.deps.db, policyOf({ COMPLIANCE_PROFILE: 'spec' }), {
          playerIds: [two.playerId],
        })
      ).rules.get(two.playerId)?.limits ?? []
    await expect.poll(limitOf).toEqual([{ kind: 'deposit', period: 'day', amount: 17_000 }])
    // R$ 100 came in. Both accounts order R$ 50 at once: only one of the two orders fits.
    const answers = await Promise.all([one, two].map(({ playerId }) => request(playerId, 'brl-50')))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.find(({ http }) => http !== 200)?.data).toMatchObject({
      code: 'deposit_limit',
      left: 2_000,
    })
    expect((await request(other.playerId, 'brl-100')).http).toBe(200)
  } finally {
    await Promise.all(jobs.map((job) => job.stop()))
  }
})

test('larger top-ups of a possibly politically exposed person wait until an operator has reviewed the person', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { deps } = harness
  const declared = { playerId, isExposed: true, relation: 'self', office: 'Vereadora' } as const
  await declareExposure(deps, declared)
  // R$ 500.00 a day: orders sent at once fit no more than that.
  const packages = ['brl-200', 'brl-500', 'brl-100', 'brl-50', 'brl-200', 'brl-20']
  const answers = await Promise.all(packages.map((pkgId) => request(playerId, pkgId)))
  const [sum] = await deps.db<{ cents: number }[]>`
    select sum(amount_cents)::bigint as cents from cashier_order where player_id = ${playerId}`
  expect(sum?.cents).toBeGreaterThan(0)
  expect(sum?.cents).toBeLessThanOrEqual(50_000)
  expect(answers.find(({ http }) => http !== 200)?.data).toMatchObject({ code: 'exposure_review' })
  const { playerId: other } = await newPlayer(deps)
  expect((await request(other, 'brl-1000')).http).toBe(200)

  const statementId = (await readExposure(deps.db, playerId)).statements.at(-1)?.id ?? 0
  const review = { playerId, operatorId: 1, isExposed: true, statementId, note: 'Origem do dinheiro vista.' }
  expect(await deps.db.begin((tx) => decideExposure(tx, review))).toMatchObject({ ok: true })
  expect((await request(playerId, 'brl-1000')).http).toBe(200)
  // A newly declared office is reviewed again.
  await declareExposure(deps, { ...declared, office: 'Prefeita' })
  expect((await request(playerId, 'brl-500')).data).toMatchObject({ code: 'exposure_review' })
})

test('a public office declared by somebody under another player’s CPF delays none of that player’s deposits and withdrawals until it is confirmed', async () => {
  const { deps } = harness
  const owner = await newPlayer(deps)
  const liar = await newPlayer(deps, { cpf: owner.cpf })
  const checkedAt = (at: Date | null) => deps.db`
    update identity_player set documents_checked_at = ${at} where id = ${liar.playerId}`
  await checkedAt(null)
  await declareExposure(deps, { playerId: liar.playerId, isExposed: true, relation: 'self', office: 'Juiz' })
  const unreviewed = async () =>
    (await readPersonHolds(deps.db, policyOf(deps.config), [owner.playerId, liar.playerId])).unreviewed
  /** Whose larger withdrawals wait for an operator. */
  const exposed = () => readExposedPersons(deps.db, [owner.playerId, liar.playerId])
  expect(await unreviewed()).toEqual(new Set([liar.playerId]))
  expect(await exposed()).toEqual(new Set([liar.playerId]))
  expect((await request(owner.playerId, 'brl-1000')).http).toBe(200)
  // A checked document proves whose CPF it is; so does money from that CPF in both accounts.
  await checkedAt(new Date())
  expect(await unreviewed()).toEqual(new Set([owner.playerId, liar.playerId]))
  expect(await exposed()).toEqual(new Set([owner.playerId, liar.playerId]))
  await checkedAt(null)
  expect(await unreviewed()).toEqual(new Set([liar.playerId]))
  await deps.db`
    insert into protection_person_account (player_id, person_id)
    select id, ${owner.playerId} from unnest(${[owner.playerId, liar.playerId]}::bigint[]) as id`
  expect(await unreviewed()).toEqual(new Set([owner.playerId, liar.playerId]))
  expect((await request(owner.playerId, 'brl-1000')).data).toMatchObject({ code: 'exposure_review' })
  expect(await exposed()).toEqual(new Set([owner.playerId, liar.playerId]))
})

test('a player who has left a data request unanswered for a month can top up only after answering', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { deps } = harness
  const asking = { deps, policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }
  const holdsOf = async () => {
    const refused = refuseOverdue(await readPersonHolds(deps.db, asking.policy, [playerId]), playerId)
    return refused?.refusal.code
  }
  await deps.db`insert into identity_data_request (player_id, what, asked_at)
                values (${playerId}, 'gender', now() - interval '31 days'), (${playerId}, 'exposure', now() - interval '29 days')`
  expect(await holdsOf()).toBe('gender_needed')
  const br = cashierOf({ ...deps, metrics: openMetrics() }, testNeeds(asking.policy)).cashier
  await deps.db`update identity_player set person_checked_at = now(), birth_date = '1990-01-01' where id = ${playerId}`
  const order = { playerId, packageId: 'brl-20', wantsBonusGrant: false }
  expect(await openOrders(br, [order])).toMatchObject([{ ok: false, refusal: { code: 'gender_needed' } }])
  await deps.db`insert into identity_gender (player_id, gender) values (${playerId}, 'undisclosed')`
  expect(await openOrders(br, [order])).toMatchObject([{ ok: false, refusal: { code: 'limits_needed' } }])
  await setOwnLimits(deps, [playerId], asking.policy)
  expect(await openOrders(br, [order])).toMatchObject([{ ok: true }])
  await deps.db`update identity_data_request set asked_at = now() - interval '31 days' where player_id = ${playerId}`
  expect(await holdsOf()).toBe('exposure_needed')
  await declareExposure(deps, { playerId, isExposed: false, relation: null, office: null })
  expect(await holdsOf()).toBeUndefined()
  expect(await openOrders(cashier, [order])).toMatchObject([{ ok: true }])
})
