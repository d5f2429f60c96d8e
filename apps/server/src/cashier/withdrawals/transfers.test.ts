import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeTestBreak } from '../../../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { closeAccount, declareExposure, readPlayers } from '../../identity/index.ts'
import { lockAccounts, move, post, readOwed, verifyLedger } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { policyOf } from '../../protection/index.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../queries.ts'
import { readRecords } from '../read-records.ts'
import type { CashierSettings } from '../settings.ts'
import { provenSessions, sameTerms, testNeeds } from '../testing/harness.ts'
import { balancesOf, giveCash, newPlayer } from '../testing/players.ts'
import { requestWithdrawals } from './request-withdrawals.ts'
import { transferMoney, type TransferMoney } from './transfer-money.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const open = { takesTransfers: true, transferMinCents: 1_000, transferDayMaxCents: 30_000 }
const cashierWith = (settings: Partial<CashierSettings>, profile: 'spec' | 'br-spa' = 'spec') =>
  cashierOf(
    { ...deps, metrics: openMetrics() },
    {
      ...testNeeds(policyOf({ COMPLIANCE_PROFILE: profile })),
      readVipTerms: sameTerms({ withdrawalsADay: 9, feeBps: 0 }),
      proofs: provenSessions([1]),
      settings,
    },
  ).cashier

const emailOf = async (playerId: number) =>
  (await readPlayers(deps.db, [playerId])).get(playerId)?.email ?? ''

const pair = async () => {
  const [giver, getter] = [await newPlayer(deps), await newPlayer(deps)]
  await giveCash(deps, giver.playerId, 50_000)
  const user = await emailOf(getter.playerId)
  const wish = (more: Partial<TransferMoney> = {}): TransferMoney => ({
    playerId: giver.playerId,
    sessionId: 1,
    requestId: deps.random.hex(16),
    user: user.toUpperCase(),
    amountCents: 10_000,
    ...more,
  })
  return { giver, getter, user, wish }
}

const answersOf = async (cashier: ReturnType<typeof cashierWith>, ...wishes: TransferMoney[]) =>
  (await transferMoney(cashier, wishes)).map((answer) => (answer.ok ? 'moved' : answer.refusal.code))

test('an account that closes during a transfer to it gets nothing', async () => {
  const { giver, getter, wish } = await pair()
  const cashier = cashierWith(open)
  const closed = { playerId: getter.playerId, why: 'player', deletesNow: false, lang: 'pt-BR' } as const
  const begin = async (work: Parameters<typeof deps.db.begin>[0]) => {
    await deps.db.begin((tx) => closeAccount(tx, closed))
    return deps.db.begin(work)
  }
  // The account was found open, and is closed when the accounts are locked.
  const db = new Proxy(deps.db, { get: (of, name) => (name === 'begin' ? begin : Reflect.get(of, name)) })
  const [answer] = await transferMoney({ ...cashier, deps: { ...cashier.deps, db } }, [wish()])
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'transfer_unknown_user' } })
  expect((await balancesOf(deps, giver.playerId)).cashCents).toBe(50_000)
  expect((await balancesOf(deps, getter.playerId)).cashCents).toBe(0)
})

test('3.20 transfers an amount to a user once, however often it is requested, and shows it in both players’ records', async () => {
  const { giver, getter, wish } = await pair()
  const cashier = cashierWith(open)
  const one = wish()
  expect(await answersOf(cashier, one, one)).toEqual(['moved', 'moved'])
  expect(await answersOf(cashier, one)).toEqual(['moved'])
  expect(await answersOf(cashier, { ...one, amountCents: 10_001 })).toEqual(['request_mismatch'])
  expect(await answersOf(cashier, { ...one, user: 'nobody@example.com' })).toEqual(['request_mismatch'])
  expect((await balancesOf(deps, giver.playerId)).cashCents).toBe(40_000)
  expect((await balancesOf(deps, getter.playerId)).cashCents).toBe(10_000)
  const reported = await deps.db<{ playerId: number; events: string }[]>`
    select player_id as "playerId", events from platform_outbox where topic = 'transfer.received'`
  expect(reported.map(({ playerId }) => playerId)).toEqual([getter.playerId])
  expect(JSON.parse(reported[0]?.events ?? '')).toMatchObject([
    { playerId: getter.playerId, amountCents: 10_000 },
  ])
  const recordsOf = async (playerId: number) => {
    const records = await readRecords(cashier, { playerId, cursor: undefined })
    return records.ok ? records.value.records : []
  }
  const shown = { status: '10', method: 'TRANSFER', amountCents: 10_000, payTo: 'p***@example.com' }
  expect(await recordsOf(giver.playerId)).toMatchObject([{ ...shown, type: '11' }])
  expect(await recordsOf(getter.playerId)).toMatchObject([{ ...shown, type: '10' }])
})

test('a withdrawal of money that another player has just sent is reviewed first', async () => {
  const { getter, wish } = await pair()
  const cashier = cashierWith({ ...open, transferDayMaxCents: 100_000 })
  const withdrawal = (amountCents: number) => ({
    playerId: getter.playerId,
    sessionId: 1,
    method: 'CPF' as const,
    payCardNo: getter.cpf,
    holderName: 'Ana Souza',
    whatsapp: '',
    amountCents,
  })
  await giveCash(deps, getter.playerId, 30_000)
  const reasonsOf = async (amountCents: number) => {
    const answers = await requestWithdrawals(cashier, [withdrawal(amountCents)])
    expect(answers).toMatchObject([{ ok: true }])
    const rows = await deps.db<{ status: string; reasons: string[] }[]>`
      select status, review_reasons as reasons from cashier_withdrawal
       where player_id = ${getter.playerId} and amount_cents = ${amountCents}`
    return rows
  }
  expect(await reasonsOf(21_000)).toEqual([{ status: 'requested', reasons: [] }])
  expect(await answersOf(cashier, wish({ amountCents: 30_000 }))).toEqual(['moved'])
  expect(await reasonsOf(22_000)).toEqual([{ status: 'review', reasons: ['fast_in_out'] }])
})

test('more than a small amount of a politically exposed person waits for operators', async () => {
  const { getter } = await pair()
  const { playerId } = getter
  await giveCash(deps, playerId, 200_000)
  await declareExposure(deps, { playerId, isExposed: true, relation: 'self', office: 'Vereadora' })
  const cashier = cashierWith({ ...open, exposedReviewAboveCents: 15_000, reviewSmallCents: 100_000 })
  const withdrawal = (amountCents: number) => ({
    playerId,
    sessionId: 1,
    method: 'CPF' as const,
    payCardNo: getter.cpf,
    holderName: 'Ana Souza',
    whatsapp: '',
    amountCents,
  })
  expect(await requestWithdrawals(cashier, [withdrawal(15_000)])).toMatchObject([{ ok: true }])
  expect(await requestWithdrawals(cashier, [withdrawal(6_000)])).toMatchObject([{ ok: true }])
  const rows = await deps.db<{ status: string; reasons: string[] }[]>`
    select status, review_reasons as reasons from cashier_withdrawal where player_id = ${playerId} order by amount_cents desc`
  expect(rows).toEqual([
    { status: 'requested', reasons: [] },
    { status: 'review', reasons: ['exposed_person'] },
  ])
})

test('a transfer from another player first repays the receiver’s debt', async () => {
  const { getter, wish } = await pair()
  const { playerId } = getter
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'debt'])
    const debt = { playerId, kind: 'debt' } as const
    move(batch, { key: `test:${deps.random.hex(8)}`, from: debt, to: 'opening', cents: 6_000 })
    await post(tx, batch)
  })
  const cashier = cashierWith({ ...open, transferDayMaxCents: 100_000 })
  // The second one of the list finds no debt any more.
  expect(await answersOf(cashier, wish(), wish())).toEqual(['moved', 'moved'])
  expect((await balancesOf(deps, playerId)).cashCents).toBe(14_000)
  expect((await readOwed(deps.db, [playerId])).get(playerId) ?? 0).toBe(0)
  const [reported] = await deps.db<{ events: object[] }[]>`
    select events::json from platform_outbox where topic = 'transfer.received' order by id desc limit 1`
  const received = { playerId, transferId: expect.any(String) as string, amountCents: 10_000 }
  expect(reported?.events).toEqual([{ ...received, repaidCents: 6_000 }, received])
})

test('31.7 a repeated transfer is the same one, even if its receiver has another e-mail by then', async () => {
  const { getter, user, wish } = await pair()
  const cashier = cashierWith(open)
  const one = wish()
  expect(await answersOf(cashier, one)).toEqual(['moved'])
  await deps.db`update identity_player set email = ${`new.${user}`} where id = ${getter.playerId}`
  expect(await answersOf(cashier, one)).toEqual(['moved'])
  expect(await answersOf(cashier, { ...one, user: `new.${user}` })).toEqual(['request_mismatch'])
  expect((await balancesOf(deps, getter.playerId)).cashCents).toBe(10_000)
})

test('refuses a transfer that is switched off or forbidden, without the password, or to an unknown receiver', async () => {
  const { giver, wish } = await pair()
  expect(await answersOf(cashierWith({}), wish())).toEqual(['transfer_closed'])
  expect(await answersOf(cashierWith(open, 'br-spa'), wish())).toEqual(['transfer_closed'])
  const cashier = cashierWith(open)
  expect(
    await answersOf(
      cashier,
      wish({ user: 'nobody@example.com' }),
      wish({ user: 'nobody@example.com', sessionId: 2 }),
      wish({ user: 'nobody@example.com', amountCents: 999 }),
      wish({ user: await emailOf(giver.playerId) }),
      wish({ user: await emailOf((await newPlayer(deps, { isTest: true })).playerId) }),
      wish({ amountCents: 999 }),
      wish({ amountCents: 50_001 }),
      wish({ sessionId: 2 }),
    ),
  ).toEqual([
    'transfer_unknown_user',
    // Without the password the sender does not learn whether the receiver exists.
    'password_needed',
    'transfer_below_min',
    'transfer_unknown_user',
    'transfer_unknown_user',
    'transfer_below_min',
    'withdraw_above_max',
    'password_needed',
  ])
  expect((await balancesOf(deps, giver.playerId)).cashCents).toBe(50_000)
})

test('S47: nothing leaves a suspended account, and to others a suspended receiver is none', async () => {
  const cashier = cashierWith(open)
  const [one, other] = [await pair(), await pair()]
  await takeTestBreak(deps, one.giver.playerId, 'suspended')
  await takeTestBreak(deps, other.getter.playerId, 'suspended')
  expect(await answersOf(cashier, one.wish(), other.wish())).toEqual([
    'account_suspended',
    'transfer_unknown_user',
  ])
})

test('no more than the daily limit leaves, also when concurrent', async () => {
  const { giver, getter, wish } = await pair()
  const cashier = cashierWith(open)
  const answers = await Promise.all([1, 2, 3, 4].map(() => answersOf(cashier, wish())))
  expect(answers.flat().toSorted()).toEqual(['moved', 'moved', 'moved', 'transfer_day_bound'])
  expect((await balancesOf(deps, giver.playerId)).cashCents).toBe(20_000)
  expect((await balancesOf(deps, getter.playerId)).cashCents).toBe(30_000)
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(deps.db, cashierClearing())).toEqual([])
})
