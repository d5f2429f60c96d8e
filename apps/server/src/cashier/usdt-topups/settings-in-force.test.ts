import { readUsdtAddress } from '@palpite/money/usdt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { declareExposure } from '../../identity/index.ts'
import { approveSetting, proposeSetting } from '../../platform/decide-settings.ts'
import { cashierSettingsDefinition } from '../settings.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { balancesOf, newPlayer } from '../testing/players.ts'

const settings = {
  takesUsdtTopUps: true,
  usdtConfirmations: { TRC20: 3, ERC20: 3 },
  usdtWatchEveryMs: 200,
  reconcileEveryMs: 3_600_000,
  bankTimeoutMs: 10_000,
}

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ needs: { settings }, bankEnv: { SANDBOX_BLOCK_MS: '600000' } })
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
})
afterAll(() => harness.close())

/** Two operators set it. */
async function set(value: object): Promise<void> {
  const { db } = harness.deps
  const proposal = { operatorId: 1, value, baseVersion: 0, inForceFrom: null }
  const proposed = await db.begin((tx) => proposeSetting(tx, cashierSettingsDefinition, proposal))
  if (!proposed.ok) throw new Error(proposed.refusal.code)
  const decision = { ...proposed.value, by: 2 }
  const approved = await db.begin((tx) =>
    approveSetting(tx, cashierSettingsDefinition, decision, async () => true),
  )
  if (!approved.ok) throw new Error(approved.refusal.code)
}

test('the job that credits USDT uses the bound of reviews that operators set', async () => {
  const { deps, bank, call, url } = harness
  await set({ takesUsdtTopUps: true, exposedReviewAboveCents: 10_000, newKeyWaitSeconds: 1_234 })
  // A server keeps the settings that it has read for a while.
  await until('they are in force', async () => {
    const answer = await fetch(`${url}/api/app/order/rules`)
    return (await answer.text()).includes('1234')
  })
  const { playerId } = await newPlayer(deps)
  await declareExposure(deps, { playerId, isExposed: true, relation: 'self', office: 'Vereadora' })
  const shown = await call(playerId, 'POST', '/api/app/order/usdtAddress', { network: 'TRC20' })
  const reading = readUsdtAddress('TRC20', String(shown.data['address']))
  const to = reading.ok ? `0x${reading.hex.slice(-40)}` : ''
  // R$ 200.00: more than was set, less than the default of R$ 500.00.
  await bank.post('/sandbox/chain/TRC20/pay', { to, micros: 40_000_000 })
  await bank.post('/sandbox/chain/TRC20/mine', { blocks: 3 })
  await until('the transfer is priced', async () => {
    const rows = await deps.db`
      select 1 from cashier_usdt_transfer where player_id = ${playerId} and rate_e4 is not null`
    return rows.length === 1
  })
  await until('it waits for a review', async () =>
    (await deps.metrics.text()).includes('palpite_cashier_usdt_waiting_for_review 1'),
  )
  expect((await balancesOf(deps, playerId)).cashCents).toBe(0)
})
