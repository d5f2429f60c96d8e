import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { lockAccounts, move, owedCents, post, verifyLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../queries.ts'
import { pay, prePay } from '../testing/orders.ts'
import { balancesOf, giveCash, newPlayer, type TestPlayer } from '../testing/players.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { takeTestBreak } from '../../../../../tools/test/take-break.ts'
import { until } from '../../../../../tools/test/until.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({
    needs: {
      settings: {
        reconcileEveryMs: 3_600_000,
        payoutQuietSeconds: 1,
        bankTimeoutMs: 10_000,
        leaseSeconds: 60,
      },
    },
  })
})
beforeEach(() => harness.bank.disarm())
afterAll(() => harness.close())

const rich = async (): Promise<TestPlayer> => {
  const player = await newPlayer(harness.deps)
  await giveCash(harness.deps, player.playerId, 20_000)
  return player
}

const withdraw = ({ playerId, cpf }: TestPlayer, amount: number) =>
  harness.call(playerId, 'POST', '/api/app/order/withdraw', {
    payCardBank: 'CPF',
    payCardNo: cpf,
    ifsc: cpf,
    name: 'Ana Souza',
    amount,
    whatsapp: '',
  })

/** The bank takes back a top-up: all cash, and the given amount more as a debt. */
const clawBack = (playerId: number, debtCents: number) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
    const key = `back:${playerId}`
    move(batch, { key, from: { playerId, kind: 'cash' }, to: 'games', cents: 10_000 })
    move(batch, { key: `${key}:debt`, from: { playerId, kind: 'debt' }, to: 'games', cents: debtCents })
    await post(tx, batch)
  })

const stateOf = async (playerId: number) => {
  const owed = await harness.deps.db.begin(async (tx) =>
    owedCents(await lockAccounts(tx, [playerId]), playerId),
  )
  return { owed, cash: (await balancesOf(harness.deps, playerId)).cashCents }
}

type Row = { id: string; status: string; why: string }
const rowOf = async (playerId: number): Promise<Row | undefined> =>
  (
    await harness.deps.db<Row[]>`select id, status, why from cashier_withdrawal where player_id = ${playerId}`
  )[0]

const untilStatus = (playerId: number, status: string) =>
  until(`the withdrawal is ${status}`, async () => (await rowOf(playerId))?.status === status)

const isAtBank = async (id = '') =>
  (await harness.bank.call('GET', `/v2/gn/pix/enviados/id-envio/${id}`)).status === 200

test('K22: an unsent payout is stopped when its player gets a debt, and repays it', async () => {
  const player = await rich()
  harness.cashier.haltPayouts(true)
  await withdraw(player, 100)
  await clawBack(player.playerId, 3_000)
  harness.cashier.haltPayouts(false)
  await untilStatus(player.playerId, 'failed')
  expect(await stateOf(player.playerId)).toEqual({ owed: 0, cash: 7_000 })
  expect(await isAtBank((await rowOf(player.playerId))?.id)).toBe(false)
  const { data } = await harness.call(player.playerId, 'GET', '/api/app/order/records')
  expect(data['records']).toMatchObject([{ type: '11', status: '-01', reason: 'owes_money' }])
})

test('S47: a payout about to be sent waits for operators once its account is suspended, and the bank never has it', async () => {
  const player = await rich()
  harness.cashier.haltPayouts(true)
  await withdraw(player, 100)
  await takeTestBreak(harness.deps, player.playerId, 'suspended')
  harness.cashier.haltPayouts(false)
  await untilStatus(player.playerId, 'review')
  expect(await isAtBank((await rowOf(player.playerId))?.id)).toBe(false)
  const [row] = await harness.deps.db<{ reasons: string[]; needed: number }[]>`
    select review_reasons as reasons, approvals_needed as needed
      from cashier_withdrawal where player_id = ${player.playerId}`
  expect(row).toEqual({ reasons: ['suspended'], needed: 1 })
  expect(await stateOf(player.playerId)).toEqual({ owed: 0, cash: 10_000 })
})

test('S47: money that arrives on an open order of a suspended account is credited', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  await takeTestBreak(harness.deps, playerId, 'suspended')
  await pay(harness, order)
  await expect
    .poll(async () => (await balancesOf(harness.deps, playerId)).cashCents, { timeout: 60_000 })
    .toBe(10_000)
})

test('K22: a payout that the bank turns out not to have is not sent again to a player with a debt', async () => {
  const player = await rich()
  const silence = { kind: 'api_error', when: 'before', times: 1000, on: ['payout.create', 'payout.read'] }
  await harness.bank.arm(silence)
  await withdraw(player, 100)
  await untilStatus(player.playerId, 'unknown')
  await clawBack(player.playerId, 10_500)
  await harness.bank.disarm()
  await untilStatus(player.playerId, 'failed')
  expect(await stateOf(player.playerId)).toEqual({ owed: 500, cash: 0 })
  expect(await isAtBank((await rowOf(player.playerId))?.id)).toBe(false)
})

test('K22: a payout that the bank has accepted is paid, and the debt stays', async () => {
  const player = await rich()
  await harness.bank.arm({ kind: 'api_error', when: 'after', status: 500, on: ['payout.create'] })
  await harness.bank.arm({ kind: 'api_error', when: 'before', on: ['payout.read'] })
  await withdraw(player, 100)
  await untilStatus(player.playerId, 'unknown')
  await clawBack(player.playerId, 3_000)
  await untilStatus(player.playerId, 'paid')
  expect(await stateOf(player.playerId)).toEqual({ owed: 3_000, cash: 0 })
})

test('a payout whose call hangs delays no other', async () => {
  const [first, second] = [await rich(), await rich()]
  const hanging = { kind: 'api_timeout', when: 'before', how: 'hang', holdMs: 9_000, on: ['payout.create'] }
  await harness.bank.arm(hanging)
  await withdraw(first, 100)
  await untilStatus(first.playerId, 'sending')
  await until('the call is made', async () => (await faultsMet()) > 0)
  await withdraw(second, 100)
  await untilStatus(second.playerId, 'paid')
  expect((await rowOf(first.playerId))?.status).toBe('sending')
  await until('paid', async () => (await rowOf(first.playerId))?.status === 'paid')
})

/** The number of bank calls that met a fault. */
const faultsMet = async (): Promise<number> => {
  const { faults } = (await harness.bank.get('/sandbox/faults')) as { faults: { used: number }[] }
  return faults.reduce((sum, { used }) => sum + used, 0)
}

test('a withdrawal unsent past its promised time raises an alarm, once an hour', async () => {
  const player = await rich()
  harness.cashier.haltPayouts(true)
  await withdraw(player, 100)
  const id = (await rowOf(player.playerId))?.id ?? ''
  const owner = ownerOf(harness.deps.db)
  await owner`update cashier_withdrawal set promised_at = now() - interval '1 second' where id = ${id}`
  await until('told', async () => (await lateAlarms()) > 0)
  await withdraw(player, 50)
  harness.cashier.haltPayouts(false)
  await untilStatus(player.playerId, 'paid')
  expect(await lateAlarms()).toBe(1)
})

const lateAlarms = async (): Promise<number> =>
  Number(
    /cashier_alarms_total\{kind="withdrawal_late"\} (\d+)/.exec(await harness.deps.metrics.text())?.[1] ?? 0,
  )

test('leaves a ledger that holds: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
