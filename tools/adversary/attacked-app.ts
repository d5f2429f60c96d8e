import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { type Deps, openActivity } from '../../apps/server/src/platform/deps.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { primaryReads } from '../../apps/server/src/platform/reads.ts'
import { compiledFolder } from '../start/environments.ts'
import { filledTemplate, freshDatabase } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { secretsOf } from '../test/log-secrets.ts'
import { disableRoundPause } from '../test/rounds-at-once.ts'
import { testLog, watchLog } from '../test/watched-logs.ts'

/** The real server as its own process, the sandbox beside it, and the test's own deps over their database. */
export type AttackedApp = {
  url: string
  sandboxUrl: string
  webhookSecret: string
  /** For direct reads and writes by a test. */
  deps: Deps
  /** Everything on the server's outputs so far. */
  said: () => string
  /** Starts another server over the same database, and returns its address. */
  openBeside: () => Promise<string>
  close: () => Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const START_MS = 120_000 // for a busy machine
const WEBHOOK_SECRET = 'a webhook secret only for attacks'
const SECRETS = { id: 'attacked-client', secret: 'attacked-client-secret' }

/** Opens the app with full logging; `env` changes the server's configuration. */
export async function openAttackedApp(env: Record<string, string> = {}): Promise<AttackedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-attacked-'))
  const fresh = await freshDatabase({ template: await seededTemplate() })
  await disableRoundPause(fresh.db)
  const port = await freePort()
  const sandboxUrl = `http://127.0.0.1:${port + 1}`
  const said: string[] = []
  const serving = { ...serverEnvironment(port, folder, fresh.url), ...env }
  const running: ChildProcess[] = []
  const run = async (file: string, its: Record<string, string>, words: string[]) => {
    const child = start(file, its, words)
    running.unshift(child)
    await ready(child, words)
  }
  const close = async () => {
    for (const child of running) await stop(child)
    watchLog(said.join(''), 'the attacked server', secretsOf(serving))
    await fresh.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await run('apps/sandbox/src/main.ts', sandboxEnvironment(port, folder), [])
    await run('apps/server/src/main.ts', serving, said)
  } catch (error) {
    await close() // otherwise a late server would keep running beside the tests of later files
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl,
    webhookSecret: WEBHOOK_SECRET,
    deps: houseOver(fresh.db, serving),
    said: () => said.join(''),
    openBeside: async () => {
      const another = await freePort()
      await run('apps/server/src/main.ts', { ...serving, PORT: String(another) }, said)
      return `http://127.0.0.1:${another}`
    },
    close,
  }
}

/**
 * A template database with the seeded world, filled once a run: pricing some thousand matches takes longer than the
 * tests of most files.
 */
const seededTemplate = (): Promise<string> => filledTemplate('seeded', seed)

/** Has a server seed this database. */
async function seed(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-seeded-'))
  const said: string[] = []
  const server = start('apps/server/src/main.ts', serverEnvironment(await freePort(), folder, url), said)
  try {
    await ready(server, said)
  } finally {
    await stop(server)
    rmSync(folder, { recursive: true, force: true })
    watchLog(said.join(''), 'the server that seeds')
  }
}

/** Starts the server with this configuration; returns its exit code and output once it ends by itself. */
export async function startedWith(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const server = start('apps/server/src/main.ts', env, said)
  const [code] = (await once(server, 'close', { signal: AbortSignal.timeout(START_MS) })) as [number]
  return { code, said: said.join('') }
}

const serverEnvironment = (port: number, folder: string, databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'debug',
  PATIENCE_MS: '20000', // every answer counts, however many attack at once on a busy machine
  CALLS_AT_ONCE: '100000',
  TZ: 'UTC',
  PORT: String(port),
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  SANDBOX_URL: `http://127.0.0.1:${port + 1}`,
  IMPEDED_REGISTER_URL: `http://127.0.0.1:${port + 1}`,
  IMPEDED_REGISTER_TOKEN: SECRETS.secret,
  PERSON_REGISTER_URL: `http://127.0.0.1:${port + 1}`,
  PERSON_REGISTER_TOKEN: SECRETS.secret,
  DOCUMENT_CHECK_URL: `http://127.0.0.1:${port + 1}`,
  DOCUMENT_CHECK_TOKEN: SECRETS.secret,
  PIX_CLIENT_ID: SECRETS.id,
  PIX_CLIENT_SECRET: SECRETS.secret,
  PIX_KEY: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
  TRUST_PROXY: '1', // the tests are the proxy: each attacker has its own address
  SIMULATOR_SPEED: '0', // the world stands still: any change comes from an attack
  SEED_WORLD: '1',
})

const sandboxEnvironment = (port: number, folder: string): Record<string, string> => ({
  SANDBOX_PORT: String(port + 1),
  SANDBOX_SMTP_PORT: String(port + 2),
  SANDBOX_DATA_DIR: join(folder, 'sandbox'),
  SANDBOX_PIX_CLIENT_ID: SECRETS.id,
  SANDBOX_PIX_CLIENT_SECRET: SECRETS.secret,
  SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  SANDBOX_WEBHOOK_RETRY_MS: '100',
  SANDBOX_PAYOUT_DELAY_MS: '100',
})

function start(file: string, env: Record<string, string>, said: string[]): ChildProcess {
  const child = fork(join(root, file), {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiledFolder, ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // it ends with this process, in any case
  })
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  return child
}

async function ready(child: ChildProcess, said: readonly string[]): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`ended before it was ready: ${said.join('')}`)
  })
  const late = sleep(START_MS, undefined, { ref: false }).then(() => {
    throw new Error(`not ready in time: ${said.join('')}`)
  })
  await Promise.race([once(child, 'message'), ended, late])
  ended.catch(() => {}) // it ends eventually
  late.catch(() => {})
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

function houseOver(db: Deps['db'], env: Record<string, string>): Deps {
  const read = readConfig({ ...env, LOG_LEVEL: 'silent' })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  const shared = {
    random: systemRandom,
    metrics: openMetrics(),
    limits: openLimits(undefined),
    activity: openActivity(),
    reads: primaryReads(db),
  }
  return { config: read.config, db, log: testLog(read.config), ...shared }
}
