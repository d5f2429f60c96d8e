import { readUsdtAddress } from '@palpite/money/usdt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { declareExposure } from '../../identity/index.ts'
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

/** A server that watches the chains. */
const openWatch = () => {
  const { cashier } = cashierOf({ ...harness.deps, metrics: openMetrics() }, { ...testNeeds(), settings })
  return { watch: () => watchChains(cashier) }
}

/** A politically exposed player whom no operator has reviewed, with these transfers deep in the chain. */
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
