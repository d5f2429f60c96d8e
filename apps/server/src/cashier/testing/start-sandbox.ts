import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledFolder } from '../../../../../tools/start/environments.ts'
import { until } from '../../../../../tools/test/until.ts'

export const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'
export const WEBHOOK_SECRET = 'a secret only for tests'

/** The environment of a server that uses this sandbox as its bank. */
export const bankEnvironment = (url: string) => ({
  PIX_URL: url,
  PIX_TOKEN_URL: `${url}/oauth/token`,
  PIX_CLIENT_ID: 'test-client',
  PIX_CLIENT_SECRET: 'test-client-secret',
  PIX_KEY,
  PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
})

const MAIN = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url))

export type SandboxBank = {
  url: string
  /** Behind TLS, if requested. */
  tlsUrl: string
  /** Its data folder, deleted when it stops. */
  folder: string
  post: (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown> }>
  /** A call to the bank itself, with its own token. */
  call: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: Record<string, unknown> }>
  get: (path: string) => Promise<Record<string, unknown>>
  arm: (fault: object) => Promise<void>
  disarm: () => Promise<void>
  /** Kills it without a shutdown and restarts it at the same address with the same data. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/** The sandbox bank as it runs in production, in its own process and folder. */
export async function startSandboxBank(env: Readonly<Record<string, string>> = {}): Promise<SandboxBank> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-cashier-'))
  const its = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: compiledFolder,
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    SANDBOX_DATA_DIR: folder,
    SANDBOX_PIX_CLIENT_ID: 'test-client',
    SANDBOX_PIX_CLIENT_SECRET: 'test-client-secret',
    SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SANDBOX_WEBHOOK_RETRY_MS: '60',
    SANDBOX_PAYOUT_DELAY_MS: '60',
    SANDBOX_REFUND_DELAY_MS: '60',
    SANDBOX_BLOCK_MS: '40',
    ...env,
  }
  let { child, url, tlsUrl } = await forked(its)
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return {
    url,
    tlsUrl,
    folder,
    post,
    call: (method, path, body) => callBank(url, { method, path, body }),
    get: async (path) => (await (await fetch(`${url}${path}`)).json()) as Record<string, unknown>,
    arm: async (fault) => {
      const { status, body } = await post('/sandbox/faults', fault)
      if (status !== 201) throw new Error(`no fault: ${JSON.stringify(body)}`)
    },
    disarm: async () => {
      await fetch(`${url}/sandbox/faults`, { method: 'DELETE' })
    },
    kill: async () => {
      await ended(child, 'SIGKILL')
      ;({ child } = await forked({ ...its, SANDBOX_PORT: new URL(url).port }))
    },
    stop: async () => {
      await ended(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A sandbox process that has reported its address. */
async function forked(env: Readonly<Record<string, string>>) {
  const child = fork(MAIN, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [], env })
  const { url, tlsUrl = '' } = await new Promise<{ url: string; tlsUrl?: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string; tlsUrl?: string }))
    child.once('exit', (code) => reject(new Error(`the sandbox ended before it began: ${code}`)))
  })
  return { child, url, tlsUrl }
}

async function ended(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  child.kill(signal)
  await until('the sandbox has ended', () => child.exitCode !== null || child.signalCode !== null)
}

async function callBank(url: string, request: { method: string; path: string; body?: object | undefined }) {
  const access = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('test-client:test-client-secret').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
  })
  const token = ((await access.json()) as { access_token: string }).access_token
  const response = await fetch(`${url}${request.path}`, {
    method: request.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(request.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(request.body ? { body: JSON.stringify(request.body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
