import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { readUsdtAddress } from '@palpite/money/usdt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { testNeeds, startHarness, type Harness } from '../testing/harness.ts'
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

/** Forwards to the sandbox's node, and repeats each log of its answer. */
async function repeat(request: IncomingMessage): Promise<string> {
  const call = (await json(request)) as { method: string }
  const said = await fetch(`${harness.bank.url}/chain/TRC20`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  const { result, ...rest } = (await said.json()) as { result: unknown }
  const repeated = call.method === 'eth_getLogs' ? [result, result].flat() : result
  return JSON.stringify({ ...rest, result: repeated })
}

test('a node that repeats each log credits a transfer once', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const node = createServer((request, answer) => void repeat(request).then((text) => answer.end(text)))
  await new Promise<void>((listening) => node.listen(0, '127.0.0.1', listening))
  const { port } = node.address() as AddressInfo
  const config = { ...harness.deps.config, USDT_TRC20_URL: `http://127.0.0.1:${port}` }
  const { cashier } = cashierOf(
    { ...harness.deps, config, metrics: openMetrics() },
    { ...testNeeds(), settings },
  )
  const shown = await harness.call(playerId, 'POST', '/api/app/order/usdtAddress', { network: 'TRC20' })
  const reading = readUsdtAddress('TRC20', String(shown.data['address']))
  const to = reading.ok ? `0x${reading.hex.slice(-40)}` : ''
  await harness.bank.post('/sandbox/chain/TRC20/pay', { to, micros: 20_000_000 })
  await harness.bank.post('/sandbox/chain/TRC20/mine', { blocks: 3 })
  await watchChains(cashier)
  await watchChains(cashier)
  expect((await balancesOf(harness.deps, playerId)).cashCents).toBe(10_000)
  const topUps = await harness.deps.db`select amount_cents from cashier_topup where player_id = ${playerId}`
  expect(topUps).toEqual([{ amount_cents: 10_000 }])
  node.close()
})
