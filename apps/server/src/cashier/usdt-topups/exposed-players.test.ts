import { readUsdtAddress } from '@palpite/money/usdt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { declareExposure, decideExposure, readExposure } from '../../identity/index.ts'
import { present } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { readDeposited } from '../orders/open-orders.ts'
import { type Harness, startHarness, testNeeds } from '../testing/harness.ts'
import { balancesOf, newPlayer } from '../testing/players.ts'
import { watchChains } from './watch-chains.ts'

const settings = {
  takesUsdtTopUps: true,
  usdtConfirmations: { TRC20: 3, ERC20: 3 },
  usdtWatchEveryMs: 3_600_000, // the test runs the job by hand
  reconcileEveryMs: 3_600_000,
  bankTimeoutMs: 10_000,
}

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ needs: { settings }, bankEnv: { SANDBOX_BLOCK_MS: '600000' } })
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
})
afterAll(() => harness.close())

/** A server that watches the chains, what it asked the node of TRON about, and what it warned of. */
function openWatch() {
  const warned: string[] = []
  const log = {
    ...harness.deps.log,
    warn: (_ids: object, text: string) => void warned.push(text),
  } as unknown as Harness['deps']['log']
  const metrics = openMetrics()
  const { cashier } = cashierOf({ ...harness.deps, metrics, log }, { ...testNeeds(), settings })
  const { TRC20, ERC20 } = present(cashier.usdt.chains, 'the chains of the sandbox')
  const asked: string[] = []
  const receipt = (hash: string) => {
    asked.push(hash)
    return TRC20.receipt(hash)
  }
  const usdt = { ...cashier.usdt, chains: { ERC20, TRC20: { ...TRC20, receipt } } }
  return { watch: () => watchChains({ ...cashier, usdt }), asked, warned, metrics }
}

/** An unreviewed politically exposed player, with these confirmed transfers. */
async function exposedPlayer(transfers: readonly number[]) {
  const { playerId } = await newPlayer(harness.deps)
  await declareExposure(harness.deps, { playerId, isExposed: true, relation: 'self', office: 'Vereadora' })
  const shown = await harness.call(playerId, 'POST', '/api/app/order/usdtAddress', { network: 'TRC20' })
  const reading = readUsdtAddress('TRC20', String(shown.data['address']))
  const to = reading.ok ? `0x${reading.hex.slice(-40)}` : ''
  for (const micros of transfers) await harness.bank.post('/sandbox/chain/TRC20/pay', { to, micros })
  await harness.bank.post('/sandbox/chain/TRC20/mine', { blocks: 3 })
  return playerId
}

const statusesOf = async (playerId: number) => {
  const rows = await harness.deps.db<{ status: string }[]>`
    select status from cashier_usdt_transfer where player_id = ${playerId}`
  return rows.map(({ status }) => status)
}

const hashesOf = async (playerId: number) => {
  const rows = await harness.deps.db<{ hash: string }[]>`
    select hash from cashier_usdt_transfer where player_id = ${playerId}`
  return rows.map(({ hash }) => hash)
}

/** The transfers that wait for a review, as the metrics show them. */
async function waitingIn(metrics: ReturnType<typeof openMetrics>) {
  const families = await metrics.families()
  const [transfers, cents] = ['', '_cents'].map((end) => {
    const family = families.find(({ name }) => name === `palpite_cashier_usdt_waiting_for_review${end}`)
    return family && family.type === 'gauge' ? (family.values[0]?.value ?? 0) : Number.NaN
  })
  return { transfers: transfers ?? 0, cents: cents ?? 0 }
}

test('two transfers of R$ 450.00 of an unreviewed exposed player still wait after a day, and count for deposit limits', async () => {
  const { watch } = openWatch()
  const playerId = await exposedPlayer([90_000_000, 90_000_000])
  await watch()
  await ownerOf(harness.deps.db)`
    update cashier_usdt_transfer set seen_at = now() - interval '25 hours' where player_id = ${playerId}`
  await watch()
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(0)
  expect(await statusesOf(playerId)).toEqual(['seen', 'seen'])
  const deposited = (await readDeposited(harness.deps.db, [playerId])).get(playerId)
  expect(deposited).toEqual({ day: 90_000, week: 90_000, month: 90_000 })
})

test('a transfer that waits for a review is warned of once, counted, and asked of the node again after the review', async () => {
  const { watch, asked, warned, metrics } = openWatch()
  const { db } = harness.deps
  await watch()
  const before = await waitingIn(metrics)
  asked.length = 0
  warned.length = 0
  const playerId = await exposedPlayer([110_000_000]) // R$ 550.00
  await watch()
  const [sent] = await hashesOf(playerId)
  expect(asked).toEqual([sent])
  const saying = 'a top-up in USDT waits until an operator has reviewed its player'
  expect(warned).toEqual([saying])
  await watch()
  await watch()
  expect(asked).toEqual([sent])
  expect(warned).toEqual([saying])
  const { transfers, cents } = await waitingIn(metrics)
  expect([transfers - before.transfers, cents - before.cents]).toEqual([1, 55_000])

  const statementId = (await readExposure(db, playerId)).statements.at(-1)?.id ?? 0
  const review = { playerId, operatorId: 1, isExposed: true, statementId, note: 'Visto.' }
  expect(await db.begin((tx) => decideExposure(tx, review))).toMatchObject({ ok: true })
  await watch()
  expect(asked.length).toBeGreaterThan(1)
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(55_000)
  expect(await waitingIn(metrics)).toEqual(before)
})
