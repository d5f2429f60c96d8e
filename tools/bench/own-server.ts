import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb } from '../start/build-web.ts'
import { compiledFolder, serverFlags } from '../start/environments.ts'
import { freePort } from '../test/free-port.ts'

export type OwnServer = {
  port: number
  /** Megabytes of memory that the process holds now. */
  residentMb: () => number
  close: () => Promise<void>
}

/** Share of the processors' time, and how long, in which nothing is to be done for a machine to count as quiet. */
const IDLE_SHARE = 0.85
const LOOK_MS = 3000
const QUIET_AT_MOST_MS = 30 * 60_000

/**
 * Resolves once the machine is nearly idle: a starting server verifies everything stored, rounds and seals too, which
 * takes minutes with a large history and is not measured. Returns the minutes it took.
 */
export async function untilQuiet(): Promise<number> {
  const from = performance.now()
  for (;;) {
    const before = processorTimes()
    await sleep(LOOK_MS)
    const after = processorTimes()
    const waited = performance.now() - from
    if ((after.idle - before.idle) / (after.all - before.all) >= IDLE_SHARE) return waited / 60_000
    if (waited > QUIET_AT_MOST_MS) throw new Error('the machine does not become quiet')
  }
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((one) => one.times)
  const sum = (one: (typeof times)[number]) => one.user + one.nice + one.sys + one.idle + one.irq
  return {
    idle: times.reduce((total, one) => total + one.idle, 0),
    all: times.reduce((total, one) => total + sum(one), 0),
  }
}

const ROOT = join(import.meta.dirname, '..', '..')

/** The product's server, started as in production, on this database and a free port. */
export async function openOwnServer(databaseUrl: string, dataDir: string): Promise<OwnServer> {
  await needPages()
  const port = await freePort()
  const child = spawn(process.execPath, [...serverFlags, join(ROOT, 'apps/server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      TZ: 'UTC',
      NODE_ENV: 'production',
      PUBLIC_ID_SECRET: 'ids of the bench',
      LOG_SECRET: 'the key of the public log of the bench',
      SIMULATOR_SPEED: '1', // production plays no invented matches unasked; the figures are those of a server that does
      PATIENCE_MS: '20000', // a rate is measured: on a busy machine a request waits instead of being put off
      LOG_LEVEL: 'fatal', // without a bank beside it the cashier's jobs would complain all along
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      NODE_COMPILE_CACHE: compiledFolder,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await readiness(child)
  return {
    port,
    residentMb: () => residentMb(child.pid ?? 0),
    close: () => closed(child),
  }
}

/** The server does not open without its pages. Which state of them it serves makes no difference here. */
async function needPages(): Promise<void> {
  if (existsSync(join(ROOT, 'apps/player/dist/index.html'))) return
  const signal = AbortSignal.timeout(120_000)
  await buildWeb({ root: ROOT, app: 'apps/player', signal, say: (line) => process.stderr.write(`${line}\n`) })
}

const readiness = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })

async function closed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

function residentMb(pid: number): number {
  const said = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(said.stdout) / 1024)
}
