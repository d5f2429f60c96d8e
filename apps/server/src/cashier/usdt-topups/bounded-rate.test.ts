import { readUsdtAddress } from '@palpite/money/usdt'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../queries.ts'
import { testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { balancesOf, newPlayer, type TestPlayer } from '../testing/players.ts'
import { decideUncredited } from './credit-transfers.ts'
import { selectUncredited as readUncredited } from './uncredited-queries.ts'
import { showAddress } from './show-address.ts'
import { watchChains } from './watch-chains.ts'

const settings = {
  takesUsdtTopUps: true,
  usdtConfirmations: { TRC20: 2, ERC20: 2 },
  usdtTopUpRateMaxMicros: 100_000_000,
  usdtWatchEveryMs: 3_600_000, // the test runs the job by hand
  reconcileEveryMs: 3_600_000,
}

type Network = 'TRC20' | 'ERC20'

let harness: Harness
let metrics: ReturnType<typeof openMetrics>

/** A cashier that has not read a quote yet. */
const newCashier = () => {
  metrics = openMetrics()
  return cashierOf({ ...harness.deps, metrics }, { ...testNeeds(), settings }).cashier
}

beforeAll(async () => {
  harness = await startHarness({ needs: { settings }, bankEnv: { SANDBOX_BLOCK_MS: '600000' } })
  for (const network of ['TRC20', 'ERC20'])
    await harness.bank.post(`/sandbox/chain/${network}`, { isHeld: true })
})

beforeEach(() => quoteIs('5.0000'))

afterAll(() => harness.close())

const quoteIs = async (rate: string, more: object = {}) => {
  await ownerOf(harness.deps.db)`delete from cashier_usdt_quote`
  await harness.bank.post('/sandbox/quotes/usdt', { rate, ...more })
}

const show = (cashier: ReturnType<typeof newCashier>, { playerId }: TestPlayer, network: Network = 'TRC20') =>
  showAddress(cashier, { playerId, network })

const payTo = async (player: TestPlayer, micros: number, network: Network = 'TRC20') => {
  const rows = await harness.deps.db<{ address: string }[]>`
    select address from cashier_usdt_address where player_id = ${player.playerId} and network = ${network}`
  const reading = readUsdtAddress(network, rows[0]?.address ?? '')
  const to = reading.ok ? `0x${reading.hex.slice(-40)}` : ''
  return String((await harness.bank.post(`/sandbox/chain/${network}/pay`, { to, micros })).body['hash'])
}

const mine = async (blocks: number, network: Network = 'TRC20') => {
  await harness.bank.post(`/sandbox/chain/${network}`, { isHeld: false })
  await harness.bank.post(`/sandbox/chain/${network}/mine`, { blocks })
  await harness.bank.post(`/sandbox/chain/${network}`, { isHeld: true })
}

/**
 * Makes blocks until the payment is deep enough, running the job in between: of blocks made by hand only the last one
 * has the current time.
 */
const makeSure = async (cashier: ReturnType<typeof newCashier>) => {
  await mine(1)
  await watchChains(cashier)
  await mine(1)
  await watchChains(cashier)
}

const shown = async ({ playerId }: TestPlayer) =>
  (await harness.call(playerId, 'GET', '/api/app/order/usdtTopUps')).data['transfers'] as object[]

const cashOf = async ({ playerId }: TestPlayer) => (await balancesOf(harness.deps, playerId)).cashCents

const usedOf = async ({ playerId }: TestPlayer) => {
  const rows = await harness.deps.db<{ used: number }[]>`
    select used_micros as used from cashier_usdt_topup_rate where player_id = ${playerId} order by id`
  return rows.map(({ used }) => used)
}

test('a rate that falls after it was shown applies to its maximum amount only, whatever comes', async () => {
  const player = await newPlayer(harness.deps)
  const cashier = newCashier()
  expect(await show(cashier, player)).toMatchObject({ value: { rate: 5, maxUsdt: 100 } })
  await quoteIs('4.0000')
  const first = await payTo(player, 60_000_000)
  await makeSure(cashier)
  expect(await cashOf(player)).toBe(30_000)
  expect(await show(cashier, player)).toMatchObject({ value: { rate: 5, maxUsdt: 40 } })
  // 40 are left of the shown rate; the other 20 get the current rate.
  const second = await payTo(player, 60_000_000)
  await makeSure(cashier)
  expect(await cashOf(player)).toBe(30_000 + 20_000 + 8_000)
  expect(await shown(player)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ hash: first, rates: [{ amount: '60.000000', rate: 5 }] }),
      expect.objectContaining({
        hash: second,
        amountCents: 28_000,
        rates: [
          { amount: '40.000000', rate: 5 },
          { amount: '20.000000', rate: 4 },
        ],
      }),
    ]),
  )
  const { data } = await harness.call(player.playerId, 'GET', '/api/app/order/records')
  expect(data['records']).toContainEqual(
    expect.objectContaining({
      amountCents: 28_000,
      usdt: { amount: '60.000000', rate: '4.6667', network: 'TRC20', hash: second },
    }),
  )
  // It is used up: the next one shown is current.
  expect(await show(cashier, player)).toMatchObject({ value: { rate: 4, maxUsdt: 100 } })
  await quoteIs('3.0000')
  await payTo(player, 10_000_000)
  await makeSure(cashier)
  expect(await cashOf(player)).toBe(58_000 + 4_000)
})

test('transfers over both networks at once share one maximum, and two servers count it once', async () => {
  const player = await newPlayer(harness.deps)
  const cashier = newCashier()
  for (const network of ['TRC20', 'ERC20'] as const) await show(cashier, player, network)
  await quoteIs('4.0000')
  for (const network of ['TRC20', 'ERC20'] as const) {
    await payTo(player, 70_000_000, network)
    await mine(1, network)
  }
  await watchChains(cashier)
  for (const network of ['TRC20', 'ERC20'] as const) await mine(1, network)
  await Promise.all([watchChains(cashier), watchChains(newCashier())])
  await watchChains(cashier)
  expect(await cashOf(player)).toBe(50_000 + 16_000)
  expect(await usedOf(player)).toEqual([100_000_000])
})

test('concurrent requests show one rate', async () => {
  const player = await newPlayer(harness.deps)
  const cashier = newCashier()
  await Promise.all([1, 2, 3, 4].flatMap(() => [show(cashier, player), show(cashier, player, 'ERC20')]))
  expect(await usedOf(player)).toEqual([0])
})

test('a rate requested after the money came does not apply to it', async () => {
  const player = await newPlayer(harness.deps)
  const cashier = newCashier()
  await show(cashier, player)
  const db = ownerOf(harness.deps.db)
  await db`delete from cashier_usdt_topup_rate where player_id = ${player.playerId}`
  const hash = await payTo(player, 20_000_000)
  await mine(1)
  await watchChains(cashier)
  await db`update cashier_usdt_transfer set block_at = now() - interval '5 minutes' where hash = ${hash}`
  await show(cashier, player)
  await quoteIs('4.0000')
  await mine(1)
  await watchChains(cashier)
  expect(await cashOf(player)).toBe(8_000)
  expect(await usedOf(player)).toEqual([0])
})

test.each([
  { what: 'older than its bound', ageSeconds: 301 },
  { what: 'of a time to come', ageSeconds: -120 },
])('a rate that is $what is not shown', async ({ ageSeconds }) => {
  const player = await newPlayer(harness.deps)
  await quoteIs('5.0000', { ageSeconds })
  expect(await show(newCashier(), player)).toMatchObject({ refusal: { code: 'usdt_no_rate' } })
  await quoteIs('5.0000', { ageSeconds: 120 })
  const answer = await show(newCashier(), player)
  const ageMs = Date.now() - Date.parse(answer.ok ? answer.value.rateAt : '')
  expect(Math.round(ageMs / 60_000)).toBe(2)
})

test('with only an old rate the transfer waits, then an operator decides, and it is credited at the rate of that moment', async () => {
  const { deps } = harness
  const player = await newPlayer(deps)
  const cashier = newCashier()
  await show(cashier, player)
  const hash = await payTo(player, 120_000_000)
  await mine(1)
  await watchChains(cashier)
  await mine(1)
  await quoteIs('9.0000', { ageSeconds: 3_600 })
  await watchChains(cashier)
  // A part of it has a rate; it waits as a whole.
  expect(await shown(player)).toMatchObject([{ hash, status: 'seen', amountCents: null, rates: [] }])
  await ownerOf(
    deps.db,
  )`update cashier_usdt_transfer set sure_at = sure_at - interval '6 minutes' where hash = ${hash}`
  await watchChains(cashier)
  expect(await cashOf(player)).toBe(0)
  expect(await shown(player)).toMatchObject([{ hash, status: 'no_rate', amountCents: null }])
  expect(await metrics.text()).toContain('cashier_alarms_total{kind="usdt_no_rate"} 1')
  await quoteIs('4.0000')
  await watchChains(newCashier())
  expect(await cashOf(player)).toBe(0) // an operator decides now
  const waiting = (await readUncredited(deps.db, 0, 10)).filter((one) => one.hash === hash)
  expect(waiting).toMatchObject([{ status: 'no_rate', micros: 120_000_000 }])
  const decision = { requestId: 'credit-it-please-1', operatorId: 1, reason: 'the source was unavailable' }
  const decided = await deps.db.begin((tx) =>
    decideUncredited(tx, { ...decision, transferId: waiting[0]?.id ?? 0, outcome: 'credit' }),
  )
  expect(decided.ok).toBe(true)
  await Promise.all([watchChains(newCashier()), watchChains(newCashier())])
  expect(await cashOf(player)).toBe(50_000 + 8_000)
})

test('a server with an old price does not credit a transfer that another server left to an operator', async () => {
  const { deps } = harness
  const player = await newPlayer(deps)
  const cashier = newCashier()
  await show(cashier, player)
  const hash = await payTo(player, 20_000_000)
  await mine(1)
  await watchChains(cashier)
  await mine(1)
  const { usdt } = cashier
  const read: typeof usdt.quotes.read = async (terms) => {
    await ownerOf(deps.db)`
      update cashier_usdt_transfer set status = 'no_rate', sure_at = now() where hash = ${hash}`
    return usdt.quotes.read(terms)
  }
  await watchChains({ ...cashier, usdt: { ...usdt, quotes: { ...usdt.quotes, read } } })
  expect(await cashOf(player)).toBe(0)
  expect(await shown(player)).toMatchObject([{ hash, status: 'no_rate', amountCents: null }])
})

test('a transfer credited at two rates and then lost is taken back at the amount credited', async () => {
  const player = await newPlayer(harness.deps)
  const cashier = newCashier()
  await show(cashier, player)
  await quoteIs('4.0000')
  const hash = await payTo(player, 120_000_000)
  await makeSure(cashier)
  expect(await cashOf(player)).toBe(50_000 + 8_000)
  await harness.bank.post('/sandbox/chain/TRC20/reorg', { depth: 2, loses: true })
  await watchChains(cashier)
  await mine(2)
  await watchChains(cashier)
  expect(await shown(player)).toMatchObject([{ hash, status: 'taken_back' }])
  expect(await cashOf(player)).toBe(0)
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
