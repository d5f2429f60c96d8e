import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../../../tools/test/make-certificate.ts'
import { readHouseBalances, verifyLedger } from '../ledger/index.ts'
import { openMetrics } from '../platform/metrics.ts'
import { cashierOf } from './cashier-of.ts'
import { cashierClearing } from './queries.ts'
import { openPixGateway } from './rails/pix-gateway.ts'
import { insertBankOwn } from './books/queries.ts'
import { compareBalances } from './books/report-day.ts'
import { reconcileReturns } from './books/reconcile.ts'
import { testNeeds, type Harness, startHarness } from './testing/harness.ts'
import { codeOf, pay, prePay, untilStatus } from './testing/orders.ts'
import { giveCash, newPlayer } from './testing/players.ts'
import { until } from '../../../../tools/test/until.ts'
import { type SandboxBank, startSandboxBank, WEBHOOK_SECRET } from './testing/start-sandbox.ts'
import { reverseTopUps } from './orders/incoming-payments.ts'

const OTHER_KEY = '11111111-8dcc-4054-9bf9-0dbd61d36906'
const folder = mkdtempSync(join(tmpdir(), 'palpite-banks-'))
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const authority = await makeCertificate({ name: 'Banco' })
const ours = await makeCertificate({ name: 'Palpite', by: authority })

let other: SandboxBank
let harness: Harness

beforeAll(async () => {
  const bank = await makeCertificate({ name: '127.0.0.1', by: authority })
  other = await startSandboxBank({
    SANDBOX_TLS_PORT: '0',
    SANDBOX_TLS_CERT_FILE: write('bank.crt.pem', bank.cert),
    SANDBOX_TLS_KEY_FILE: write('bank.key.pem', bank.key),
    SANDBOX_TLS_CA_FILE: write('ca.pem', authority.cert),
  }).catch((error: unknown) => {
    throw new Error('the other bank starts', { cause: error })
  })
  write('our.crt.pem', ours.cert)
  write('our.key.pem', ours.key)
  const providers = [
    {
      name: 'other',
      url: other.tlsUrl,
      tokenUrl: `${other.tlsUrl}/oauth/token`,
      clientId: 'test-client',
      clientSecret: 'test-client-secret',
      pixKey: OTHER_KEY,
      webhookSecret: WEBHOOK_SECRET,
      certFile: 'our.crt.pem',
      keyFile: 'our.key.pem',
      caFile: 'ca.pem',
      priority: 2,
    },
  ]
  const file = write('providers.json', JSON.stringify({ providers }))
  harness = await startHarness({
    env: { PIX_PROVIDERS_FILE: file },
    needs: { settings: { reconcileEveryMs: 300, providerRestSeconds: 1, bankTimeoutMs: 10_000 } },
  })
})

afterAll(async () => {
  await harness.close()
  await other.stop()
  rmSync(folder, { recursive: true, force: true })
})

const houseCents = async (kind: string) => (await readHouseBalances(harness.deps.db, [kind]))[0]?.cents ?? 0
const isUp = async (name: string) =>
  (await harness.deps.metrics.text()).includes(`cashier_provider_up{provider="${name}"} 1`)

test('opens new orders at another bank while one fails; older ones stay at theirs', async () => {
  const { deps, bank } = harness
  const { playerId } = await newPlayer(deps)
  const before = await prePay(harness, playerId, 'brl-20')
  await bank.arm({ kind: 'api_error', times: 3, on: ['cob.create'], when: 'before' })
  const moved = await prePay(harness, playerId, 'brl-50')
  const code = await codeOf(harness, moved)
  expect((await bank.post('/sandbox/pay', { code })).status).toBe(404)
  const paid = await other.post('/sandbox/pay', { code })
  expect(paid.status).toBe(200)
  await untilStatus(harness, playerId, moved.orderId)
  expect(await houseCents('pix_in:other')).toBe(-5_000)
  await pay(harness, before)
  await untilStatus(harness, playerId, before.orderId)
  expect(await houseCents('pix_in')).toBe(-2_000)
  await bank.disarm()
})

test('sends a payout by the bank that is up, and reports in metrics which one is down', async () => {
  const { deps, bank, call } = harness
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 30_000)
  await bank.arm({ kind: 'api_error', times: 200, when: 'before' })
  await until('the first bank is out of the choice', async () => !(await isUp('pix')))
  const body = { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana', amount: 60, whatsapp: '' }
  expect((await call(playerId, 'POST', '/api/app/order/withdraw', body)).http).toBe(200)
  await until('it is paid by the other bank', async () => (await houseCents('pix_out:other')) > 0)
  await bank.disarm()
  await until('the first bank is back', () => isUp('pix'))
})

test('compares the balance of each bank, and records a missing amount as a difference', async () => {
  const { deps } = harness
  const { cashier } = cashierOf({ ...deps, metrics: openMetrics() }, testNeeds())
  expect(await compareBalances(cashier, '2001-01-01')).toEqual([])
  await other.post('/sandbox/balance', { cents: -700 })
  expect(await compareBalances(cashier, '2001-01-02')).toEqual([
    { id: 'balance:other', what: '700 cents fewer than by the books' },
  ])
  // The house took its own money from there: once an operator states it, it is no difference.
  const own = async (cents: number) => {
    const [row] = await deps.db<{ cents: number }[]>`
      select own_cents as cents from cashier_bank_balance where provider = 'other' order by day limit 1`
    const ownCents = (row?.cents ?? 0) + cents
    await deps.db.begin((tx) =>
      insertBankOwn(tx, { provider: 'other', ownCents, operatorId: 1, reason: 'sweep' }),
    )
  }
  await own(-700)
  expect(await compareBalances(cashier, '2001-01-03')).toEqual([])
  await own(0)
  await other.post('/sandbox/balance', { cents: 700 })
  expect(await compareBalances(cashier, '2001-01-04')).toEqual([])
})

test('books what one bank took back on that bank’s account, while another bank does not answer', async () => {
  const { deps, bank } = harness
  const { cashier } = cashierOf({ ...deps, metrics: openMetrics() }, testNeeds())
  const rows = await deps.db<{ providerRef: string }[]>`
    select provider_ref as "providerRef" from cashier_topup where provider = 'other'`
  const providerRef = rows[0]?.providerRef ?? ''
  await other.arm({ kind: 'webhook_lost', of: 'devolucao', times: 5 })
  await other.post('/sandbox/clawback', { endToEndId: providerRef, valor: '10.00' })
  const { gateway } = cashier.providers.named('other')
  const isBack = async () => {
    const payment = await gateway.getPayment(providerRef)
    return typeof payment === 'object' && payment.refunds.some(({ state }) => state === 'returned')
  }
  await until('the bank has taken it back', isBack)
  const payment = await gateway.getPayment(providerRef)
  if (typeof payment !== 'object') throw new Error('the bank knows the Pix')
  expect(await reverseTopUps(cashier, cashier.providers.named('pix').source, [payment])).toBe(0)
  await bank.arm({ kind: 'api_error', times: 200, when: 'before' })
  await reconcileReturns(cashier)
  await bank.disarm()
  await other.disarm()
  expect([await houseCents('pix_in'), await houseCents('pix_in:other')]).toEqual([-2_000, -4_000])
})

test('reports a bank that is not configured while the books have money there', async () => {
  const { PIX_PROVIDERS_FILE: _file, ...config } = harness.deps.config
  const deps = { ...harness.deps, config: { ...config, PIX_PROVIDERS_FILE: undefined } }
  const { cashier } = cashierOf({ ...deps, metrics: openMetrics() }, testNeeds())
  expect(await compareBalances(cashier, '2001-01-05')).toEqual([
    { id: 'balance:other', what: 'the bank is not configured, and holds money by the books' },
  ])
})

const gatewayWith = (certificate: { cert: string; key: string; ca: string } | undefined) => {
  const outcomes: string[] = []
  const gateway = openPixGateway({
    url: other.tlsUrl,
    tokenUrl: `${other.tlsUrl}/oauth/token`,
    clientId: 'test-client',
    clientSecret: 'test-client-secret',
    pixKey: OTHER_KEY,
    webhookSecret: WEBHOOK_SECRET,
    certificate,
    restrictsPayer: false,
    payoutBatch: 0,
    timeoutMs: 10_000,
    onOutcome: (outcome) => outcomes.push(outcome),
    onInvalid: () => {},
  })
  return { gateway, outcomes }
}

test('reports an expired certificate and a bank with a wrong identity, and survives a missing certificate', async () => {
  const ended = await makeCertificate({ name: 'Palpite', by: authority, until: new Date(Date.now() - 1_000) })
  const over = gatewayWith({ ...ended, ca: authority.cert })
  await expect(over.gateway.getCharge('a')).rejects.toThrow(/our certificate ended/)
  expect(over.outcomes).toEqual(['certificate'])
  const stranger = gatewayWith({ ...ours, ca: (await makeCertificate({ name: 'Outro' })).cert })
  await expect(stranger.gateway.getCharge('a')).rejects.toThrow(/no answer from the bank/)
  expect(stranger.outcomes).toEqual(['certificate'])
  const without = gatewayWith(undefined)
  await expect(without.gateway.getCharge('a')).rejects.toThrow(/no answer from the bank/)
  const right = gatewayWith({ ...ours, ca: authority.cert })
  expect(await right.gateway.getCharge('a')).toBeUndefined()
})

test('reports why a bank is down: it gives no token', async () => {
  const right = gatewayWith({ ...ours, ca: authority.cert })
  await other.arm({ kind: 'api_error', times: 1, on: ['token'], when: 'before' })
  await expect(right.gateway.getCharge('a')).rejects.toThrow(/no token/)
  expect(right.outcomes).toEqual(['token'])
  expect(await right.gateway.getCharge('a')).toBeUndefined()
})

test('leaves a ledger that holds', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})
