import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { move, lockAccounts, post, verifyLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../queries.ts'
import { readCashSums } from '../read-records.ts'
import { pay, prePay, untilStatus } from '../testing/orders.ts'
import { sameTerms, startHarness, type Harness } from '../testing/harness.ts'
import { freshCpf, giveCash, newPlayer, balancesOf, type TestPlayer } from '../testing/players.ts'
import { until } from '../../../../../tools/test/until.ts'

let harness: Harness
/** Only a call that hangs takes this long, however busy the machine is. */
const BANK_TIMEOUT_MS = 5_000

beforeAll(async () => {
  harness = await startHarness({
    needs: {
      readVipTerms: sameTerms({ withdrawalsADay: 3, feeBps: 250 }),
      settings: { reconcileEveryMs: 3_600_000, payoutQuietSeconds: 1, bankTimeoutMs: BANK_TIMEOUT_MS },
    },
  })
})

beforeEach(() => harness.bank.disarm())

afterAll(async () => {
  await harness.close()
})

const rich = async (cents = 20_000): Promise<TestPlayer> => {
  const player = await newPlayer(harness.deps)
  await giveCash(harness.deps, player.playerId, cents)
  return player
}

const withdraw = ({ playerId, cpf }: TestPlayer, amount: number, more: object = {}) =>
  harness.call(playerId, 'POST', '/api/app/order/withdraw', {
    payCardBank: 'CPF',
    payCardNo: cpf,
    ifsc: cpf,
    name: 'Ana Souza',
    amount,
    whatsapp: '',
    ...more,
  })

type Row = { id: string; status: string; attempts: number; net: number }

const rowsOf = (playerId: number) => harness.deps.db<Row[]>`
  select id, status, attempts, net_cents as net from cashier_withdrawal
   where player_id = ${playerId} order by requested_at`

const untilEnd = (playerId: number, status: 'paid' | 'failed') =>
  until(`the withdrawal is ${status}`, async () => {
    const rows = await rowsOf(playerId)
    return rows.length > 0 && rows.every((row) => row.status === status)
  })

const atBank = async (id: string) => harness.bank.call('GET', `/v2/gn/pix/enviados/id-envio/${id}`)

test('holds the money, sends the amount less the fee, and books what the bank did', async () => {
  const player = await rich()
  const answer = await withdraw(player, 100.1)
  expect(answer.http).toBe(200)
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(9_990)
  await untilEnd(player.playerId, 'paid')
  const [row] = await rowsOf(player.playerId)
  expect(row).toMatchObject({ id: answer.data['orderId'], net: 9_760, attempts: 1 }) // 2.5 % of 100.10 is 2.5025
  const payout = await atBank(row?.id ?? '')
  expect(payout.body).toMatchObject({ status: 'REALIZADO', valor: '97.60' })
  const records = await harness.call(player.playerId, 'GET', '/api/app/order/records')
  expect(records.data['records']).toMatchObject([
    { type: '11', status: '10', amountCents: 10_010, feeCents: 250, method: 'CPF' },
  ])
})

test('3.02 a player’s sums are the last top-up, all top-ups, and the paid withdrawals', async () => {
  const player = await rich()
  for (const pkgId of ['brl-100', 'brl-50']) {
    const order = await prePay(harness, player.playerId, pkgId)
    await pay(harness, order)
    await untilStatus(harness, player.playerId, order.orderId)
  }
  expect((await withdraw(player, 60)).http).toBe(200)
  await untilEnd(player.playerId, 'paid')
  expect((await readCashSums(harness.deps.db, [player.playerId])).get(player.playerId)).toEqual({
    payAmountCents: 5_000,
    paySumCents: 15_000,
    wdSumCents: 6_000,
  })
})

test('returns the money and the day’s withdrawal when the bank cannot deliver', async () => {
  const player = await rich()
  await harness.bank.arm({ kind: 'payout_rejected', when: 'later' })
  await withdraw(player, 100)
  await untilEnd(player.playerId, 'failed')
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(20_000)
  const { data } = await harness.call(player.playerId, 'GET', '/api/app/order/getWithdraw')
  expect(data).toMatchObject({ number: 3, wdAmount: 200, cardInfo: { CPF: { payCardNo: player.cpf } } })
})

test('returned money first repays the player’s debt', async () => {
  const player = await rich()
  const { playerId } = player
  harness.cashier.haltPayouts(true)
  await withdraw(player, 100)
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
    move(batch, { key: `spent:${playerId}`, from: { playerId, kind: 'cash' }, to: 'games', cents: 10_000 })
    move(batch, { key: `owed:${playerId}`, from: { playerId, kind: 'debt' }, to: 'games', cents: 3_000 })
    await post(tx, batch)
  })
  await harness.bank.arm({ kind: 'payout_rejected', when: 'now' })
  harness.cashier.haltPayouts(false)
  await untilEnd(playerId, 'failed')
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(7_000)
  const reported = await harness.deps.db<{ events: string }[]>`
    select events from platform_outbox where topic = 'withdrawal.changed' and player_id = ${playerId} order by id`
  const ends = reported.flatMap(
    ({ events }) => JSON.parse(events) as { status: string; repaidCents?: number }[],
  )
  expect(ends.at(-1)).toMatchObject({ status: '-01', amountCents: 10_000, repaidCents: 3_000 })
})

test('returns the money when the bank refuses at once', async () => {
  const player = await rich()
  await harness.bank.arm({ kind: 'payout_rejected', when: 'now' })
  await withdraw(player, 100)
  await untilEnd(player.playerId, 'failed')
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(20_000)
})

test('creates a new withdrawal when a failed one is requested again at once', async () => {
  const player = await rich()
  await harness.bank.arm({ kind: 'payout_rejected', when: 'now' })
  const first = await withdraw(player, 100)
  await untilEnd(player.playerId, 'failed')
  const again = await withdraw(player, 100)
  expect(again.http).toBe(200)
  expect(again.data['orderId']).not.toBe(first.data['orderId'])
  await until('paid', async () => (await rowsOf(player.playerId))[1]?.status === 'paid')
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(10_000)
})

test.each([
  [
    'hangs before accepting it',
    { kind: 'api_timeout', when: 'before', how: 'hang', holdMs: 2 * BANK_TIMEOUT_MS },
  ],
  [
    'hangs after accepting it',
    { kind: 'api_timeout', when: 'after', how: 'hang', holdMs: 2 * BANK_TIMEOUT_MS },
  ],
  ['breaks off before accepting it', { kind: 'api_timeout', when: 'before', how: 'drop' }],
  ['breaks off after accepting it', { kind: 'api_timeout', when: 'after', how: 'drop' }],
  ['answers 503 before accepting it', { kind: 'api_error', when: 'before', status: 503 }],
  ['answers 500 after accepting it', { kind: 'api_error', when: 'after', status: 500 }],
])('sends once and ends correctly when the bank %s', async (_how, fault) => {
  const player = await rich()
  await harness.bank.arm({ ...fault, on: ['payout.create'] })
  await harness.bank.arm({ kind: 'api_error', when: 'before', on: ['payout.read'] })
  await withdraw(player, 100)
  await untilEnd(player.playerId, 'paid')
  const [row] = await rowsOf(player.playerId)
  expect((await atBank(row?.id ?? '')).body).toMatchObject({ status: 'REALIZADO', valor: '97.50' })
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(10_000)
})

test('never fails a payout while the bank only stays silent', async () => {
  const player = await rich()
  await harness.bank.arm({
    kind: 'api_error',
    when: 'before',
    times: 1000,
    on: ['payout.create', 'payout.read'],
  })
  await withdraw(player, 100)
  await until('unknown', async () => (await rowsOf(player.playerId))[0]?.status === 'unknown')
  const asked = await unanswered()
  // Old enough that an answer of the bank would end it.
  await harness.deps.db`
    update cashier_withdrawal set last_sent_at = now() - interval '4 seconds', try_at = now()
     where player_id = ${player.playerId}`
  await until('the bank is asked about it twice more', async () => (await unanswered()) > asked + 1)
  expect((await rowsOf(player.playerId))[0]?.status).toBe('unknown')
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(10_000)
  await harness.bank.disarm()
  await untilEnd(player.playerId, 'paid')
})

/** The number of calls that the bank has not answered. */
const unanswered = async (): Promise<number> => {
  const { faults } = (await harness.bank.get('/sandbox/faults')) as { faults: { used: number }[] }
  return faults.reduce((sum, { used }) => sum + used, 0)
}

/** The row of a payout after the server that claimed it has died and the lease has expired. */
const dieSending = (playerId: number) => harness.deps.db`
  update cashier_withdrawal set status = 'sending', provider = 'pix', attempts = 1, last_sent_at = now(), try_at = now()
   where player_id = ${playerId}`

test('asks about a payout whose sender died, and sends it at most once', async () => {
  const player = await rich()
  harness.cashier.haltPayouts(true)
  await withdraw(player, 100)
  await dieSending(player.playerId)
  harness.cashier.haltPayouts(false)
  await untilEnd(player.playerId, 'paid')
  expect((await rowsOf(player.playerId))[0]?.attempts).toBe(2)
})

test('sends nothing while payouts are halted, and holds the money of new requests', async () => {
  const [player, earlier] = [await rich(), await rich()]
  harness.cashier.haltPayouts(true)
  await withdraw(earlier, 100)
  expect((await withdraw(player, 100)).http).toBe(200)
  await dieSending(earlier.playerId)
  await until(
    'the job has run, and has asked about the earlier one',
    async () => (await rowsOf(earlier.playerId))[0]?.status === 'unknown',
  )
  expect((await rowsOf(player.playerId))[0]).toMatchObject({ status: 'requested', attempts: 0 })
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(10_000)
  harness.cashier.haltPayouts(false)
  await untilEnd(player.playerId, 'paid')
})

test('creates one withdrawal when the same request is sent 200 times at once', async () => {
  const player = await rich()
  const answers = await Promise.all(Array.from({ length: 200 }, () => withdraw(player, 200)))
  expect(new Set(answers.map(({ data }) => data['orderId'])).size).toBe(1)
  expect(await rowsOf(player.playerId)).toHaveLength(1)
})

test('accepts one of 200 different concurrent requests for the whole balance', async () => {
  const player = await rich()
  const keys = Array.from({ length: 200 }, () => freshCpf())
  const answers = await Promise.all(keys.map((payCardNo) => withdraw(player, 200, { payCardNo })))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ http }) => http !== 200).map(({ data }) => data['code']))).toEqual(
    new Set(['withdraw_nothing']),
  )
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(0)
})

test('counts no more withdrawals a day than the level gives', async () => {
  const player = await rich(50_000)
  for (const amount of [50, 51, 52]) expect((await withdraw(player, amount)).http).toBe(200)
  expect((await withdraw(player, 53)).data).toMatchObject({ code: 'withdraw_none_left' })
})

test('pays a company by its CNPJ with letters', async () => {
  const player = await rich()
  const answer = await withdraw(player, 60, {
    payCardBank: 'CNPJ',
    payCardNo: '12.ABC.345/01DE-35',
    ifsc: '',
  })
  expect(answer.http).toBe(200)
  await untilEnd(player.playerId, 'paid')
})

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
