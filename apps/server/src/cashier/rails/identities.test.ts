import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { testNeeds } from '../testing/harness.ts'
import { openIdentities } from './providers.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps({
    PIX_URL: 'https://bank.example/api',
    PIX_TOKEN_URL: 'https://bank.example/oauth/token',
    PIX_CLIENT_ID: 'palpite',
    PIX_CLIENT_SECRET: 'a secret',
    PIX_KEY: 'a-key',
    PIX_WEBHOOK_SECRET: 'a secret of webhooks',
  })
})
afterAll(() => opened.close())

/** Starts a server with this bank configuration; answers whether it holds payouts, and its alarm. */
const startWith = async (more: object) => {
  const { deps } = opened
  const metrics = openMetrics()
  const { cashier } = cashierOf({ ...deps, metrics, config: { ...deps.config, ...more } }, testNeeds())
  const identities = openIdentities(cashier)
  const wereHeld = identities.areHeld()
  await identities.compare()
  const alarms = (await metrics.text()).includes('cashier_alarms_total{kind="provider_changed"} 1')
  return { wereHeld, areHeld: identities.areHeld(), alarms }
}

test('holds payouts until names are compared, and releases them if each still means the same account', async () => {
  const going = { wereHeld: true, areHeld: false, alarms: false }
  expect(await startWith({})).toEqual(going)
  // Another secret, or another spelling of the address, is the same account.
  expect(await startWith({ PIX_CLIENT_SECRET: 'another', PIX_URL: 'https://bank.example/api/' })).toEqual(
    going,
  )
})

test.each([
  ['bank', { PIX_URL: 'https://other.example/api' }],
  ['client', { PIX_CLIENT_ID: 'somebody' }],
  ['key', { PIX_KEY: 'another-key' }],
])('holds payouts and raises an alarm if a name means another %s', async (_what, more) => {
  expect(await startWith(more)).toEqual({ wereHeld: true, areHeld: true, alarms: true })
})

test('ignores that a sandbox is another account at every start, because it holds no money', async () => {
  const sandbox = { PIX_URL: 'http://127.0.0.1:1', SANDBOX_URL: 'http://127.0.0.1:1/' }
  expect(await startWith(sandbox)).toMatchObject({ areHeld: false })
})
