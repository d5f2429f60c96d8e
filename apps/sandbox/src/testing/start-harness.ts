import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type Sandbox } from '../sandbox.ts'
import type { Settings } from '../settings.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { record, type ReadRecord } from './record.ts'

export const SECRET = 'a secret only for trials'
export const OUR_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

/** A separate sandbox with short timers, a receiver for its webhooks, and a clock that can be set forward. */
export type Harness = Readonly<{
  sandbox: Sandbox
  receiver: Receiver
  dataFolder: string
  call: (method: string, path: string, body?: unknown) => Promise<Answer>
  open: (method: string, path: string, body?: unknown) => Promise<Answer>
  forward: (ms: number) => void
  stop: () => Promise<void>
}>

export type Answer = Readonly<{ status: number; type: string; body: ReadRecord }>

const testSettings = (dataFolder: string): Settings => ({
  port: 0,
  smtpPort: 0,
  dataFolder,
  clientId: 'trial-client',
  clientSecret: 'trial-client-secret',
  webhookSecret: SECRET,
  publicUrl: undefined,
  productUrl: undefined,
  payoutDelayMs: 80,
  refundDelayMs: 80,
  // Longer than any test sets its clock forward.
  tokenLifeSeconds: 400 * 86_400,
  webhookRetryMs: 60,
  tls: undefined,
  isDurable: true,
  blockMs: 3_600_000, // blocks are made on request of a test
})

export const startHarness = async (changes: Partial<Settings> = {}): Promise<Harness> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-trial-'))
  let aheadMs = 0
  const settings = { ...testSettings(dataFolder), ...changes }
  const sandbox = await startSandbox(settings, () => Date.now() + aheadMs)
  const receiver = await startReceiver(SECRET)
  const token = await requestToken(sandbox.url)
  const harness: Harness = {
    sandbox,
    receiver,
    dataFolder,
    call: (method, path, body) => send(`${sandbox.url}${path}`, method, body, token),
    open: (method, path, body) => send(`${sandbox.url}${path}`, method, body),
    forward: (ms) => {
      aheadMs += ms
    },
    stop: async () => {
      await Promise.all([sandbox.stop(), receiver.stop()])
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
  await harness.call('PUT', `/webhook/${OUR_KEY}`, { webhookUrl: receiver.url })
  return harness
}

export const basicAccess = `Basic ${Buffer.from('trial-client:trial-client-secret').toString('base64')}`

export const requestToken = async (url: string, scope?: string): Promise<string> => {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: basicAccess, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }),
  })
  return String(record(await response.json())['access_token'])
}

export const send = async (url: string, method: string, body?: unknown, token?: string): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, body: type.includes('json') ? record(JSON.parse(text)) : { text } }
}

let made = 0

/** A txid that no other charge of the test has. */
export const freshTxid = (): string => {
  made += 1
  return `trial${String(made).padStart(25, '0')}`
}

export const chargeRequest = (original = '100.00'): object => ({
  calendario: { expiracao: 1800 },
  valor: { original },
  chave: OUR_KEY,
  solicitacaoPagador: 'Depósito',
})

/** An open charge, as the bank answered it. */
export const openCharge = async (harness: Harness, original = '100.00'): Promise<Answer['body']> => {
  const { status, body } = await harness.call('PUT', `/cob/${freshTxid()}`, chargeRequest(original))
  if (status !== 201) throw new Error(`no charge: ${JSON.stringify(body)}`)
  return body
}

/** Pays a new charge; returns the bank's answer. */
export const paidCharge = async (harness: Harness, original = '100.00'): Promise<Answer['body']> => {
  const charge = await openCharge(harness, original)
  const { status, body } = await harness.open('POST', '/sandbox/pay', { code: charge['pixCopiaECola'] })
  if (status !== 200) throw new Error(`not paid: ${JSON.stringify(body)}`)
  return body
}
