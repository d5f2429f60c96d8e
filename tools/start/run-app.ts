import { join, resolve } from 'node:path'
import { makeFolder } from '../../apps/server/src/platform/postgres/place.ts'
import { buildWeb } from './build-web.ts'
import { checkFolder, checkPort, readPort } from './check-machine.ts'
import { type DatabaseUrls, outsideDatabase, ownDatabase } from './database.ts'
import {
  backofficePort,
  besideFlags,
  type Environment,
  sandboxEnvironment,
  serverEnvironment,
  serverFlags,
  studioEnvironment,
  wantsFirstOperators,
  wantsSandbox,
  wantsStudio,
} from './environments.ts'
import { firstOperators } from './first-operators.ts'
import { type Kept, keepRunning } from './keep-running.ts'
import { acquireLock } from './lock.ts'
import { answersOk, listens } from './probes.ts'
import { keepSecrets } from './secrets.ts'
import { StartRefused, wordsOf } from './start-refused.ts'
import { welcome } from './welcome.ts'

/** The app's programs and web apps, relative to the root. */
type HousePlan = {
  root: string
  server: string
  sandbox: string
  /** The studio, if any. */
  studio?: string
  /** Creates the first two operators in development, if there is a back office. */
  firstOperators?: string
  webApps: readonly string[]
}

export type Run = {
  plan: HousePlan
  env: Environment
  say: (line: string) => void
  /** Aborted when the terminal or the machine stops the app. */
  signal: AbortSignal
}

/** A killed launcher's ports become free when its children notice. */
const LEAVING_MS = 12_000

const LONG_MS = 2 ** 30

/** Errors of the machine (a file instead of a folder, a full disk) are reported like any refusal, without a stack. */
const asRefusal = (error: unknown): unknown => {
  const path = error instanceof Error && 'syscall' in error && 'path' in error ? error.path : undefined
  if (typeof path !== 'string') return error
  return new StartRefused(`Palpite cannot use ${path} (${wordsOf(error)}).`, { cause: error })
}

type Closer = () => void | Promise<void>

/**
 * Starts everything, prints the addresses, and returns when all has been stopped in reverse order. Throws
 * StartRefused, with nothing left running, if it cannot start.
 */
export async function runApp({ plan, env, say, signal }: Run): Promise<void> {
  const closers: Closer[] = []
  const awake = setInterval(() => undefined, LONG_MS) // otherwise Node would exit while every child is restarting
  try {
    await open({ plan, env, say, signal }, closers)
    await aborted(signal)
    say('Stopping …')
  } catch (error) {
    if (!signal.aborted) throw asRefusal(error) // an interrupted start is stopped, not failed
  } finally {
    for (const close of closers.reverse()) await close()
    clearInterval(awake)
  }
}

async function open(run: Run, closers: Closer[]): Promise<void> {
  const { plan, env, say, signal } = run
  const port = readPort(env['PORT'])
  const dataDir = resolve(plan.root, env['DATA_DIR'] || '.data')
  checkFolder(dataDir)
  const lock = await acquireLock(dataDir, port)
  closers.push(lock.release)
  await checkPorts(port, env, lock.leftBehind ? LEAVING_MS : 0)
  const secrets = keepSecrets(dataDir)

  // A wrong DATABASE_URL is reported before a long build; our own PostgreSQL starts during the build.
  const outside = env['DATABASE_URL']
    ? await outsideDatabase(env['DATABASE_URL'], env['DATABASE_OWNER_URL'] || undefined)
    : undefined
  const opening = outside ?? openOwnDatabase(dataDir, say, closers)
  const builds = plan.webApps.map((app) => buildWeb({ root: plan.root, app, signal, say }))
  const [database] = await allOf(opening, ...builds)
  signal.throwIfAborted()

  const settings = { env, port, dataDir, database, secrets }
  const logs = logFolder(env, dataDir)
  const log = (name: string) => logs && join(logs, `${name}.log`)
  const programs: Promise<void>[] = []
  const keep = (name: string, file: string, programEnv: Environment, flags = besideFlags): Kept => {
    const kept = keepRunning(
      { name, file: resolve(plan.root, file), flags, env: programEnv, log: log(name) },
      say,
    )
    closers.push(kept.stop)
    return kept
  }
  if (wantsSandbox(env)) {
    programs.push(keep('sandbox', plan.sandbox, sandboxEnvironment(settings)).ready(() => listens(port + 1)))
  }
  if (plan.studio !== undefined && wantsStudio(env)) {
    const studio = keep('studio', plan.studio, studioEnvironment(settings))
    programs.push(studio.ready(() => listens(port + 3)))
  }
  const readyUrl = `http://${localName(env['HOST'])}:${port}/readyz`
  const server = keep('server', plan.server, serverEnvironment(settings), serverFlags)
  programs.push(server.ready(() => answersOk(readyUrl)))
  await Promise.race([Promise.all(programs), aborted(signal)])
  signal.throwIfAborted()
  const operators =
    plan.firstOperators !== undefined && wantsFirstOperators(env, port)
      ? await firstOperators({
          file: resolve(plan.root, plan.firstOperators),
          env: serverEnvironment(settings),
          signal,
        })
      : []
  say(welcome({ env, port, logs, operators }))
}

async function checkPorts(port: number, env: Environment, patienceMs: number): Promise<void> {
  await checkPort(port, 'the player app', patienceMs)
  const office = backofficePort(env, port)
  if (office > 0) await checkPort(office, 'the back office', patienceMs)
  if (!wantsSandbox(env)) return
  await checkPort(port + 1, 'the sandbox', patienceMs)
  await checkPort(port + 2, "the sandbox's mail", patienceMs)
  if (wantsStudio(env)) await checkPort(port + 3, 'the studio', patienceMs)
}

async function openOwnDatabase(
  dataDir: string,
  say: (line: string) => void,
  closers: Closer[],
): Promise<DatabaseUrls> {
  const database = await ownDatabase(dataDir, say)
  closers.push(database.stop)
  return database
}

/** In production output goes to the launcher's parent; a newcomer gets a quiet terminal. */
function logFolder(env: Environment, dataDir: string): string | undefined {
  if (env['NODE_ENV'] === 'production') return undefined
  const folder = join(dataDir, 'logs')
  makeFolder(folder)
  return folder
}

/** Like Promise.all, but waits for the others before failing, so that what they opened can be closed. */
async function allOf<T extends readonly unknown[]>(
  ...promises: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

const localName = (host: string | undefined) =>
  !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((settle) => {
    if (signal.aborted) settle()
    else signal.addEventListener('abort', () => settle(), { once: true })
  })
