import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { APP_ROLE } from '../db/index.ts'
import { packagedNative, runnableNative } from './native.ts'
import { findPlace, makeClosed, type Place } from './place.ts'
import {
  livingPostmaster,
  type Postmaster,
  readPostmaster,
  isAlive,
  keepRotating,
  LOG_MAX_BYTES,
  sizeOf,
} from './postmaster.ts'
import { createAppRole, createDatabase } from './queries.ts'
import { settingArguments } from './settings.ts'

/** A running PostgreSQL and how to reach it. */
export type Postgres = {
  /** The folder of the Unix socket, as `pg`'s `host`. */
  host: string
  port: number
  /** The database's owner and name. */
  user: string
  database: string
  /** The same as one URL: the socket's folder is percent-encoded in place of a host name. */
  ownerUrl: string
  /** The URL for the application, whose role has only the application's rights. */
  url: string
  pid: number
  /** True if the server was already running, left by a killed launcher. */
  attached: boolean
  /** Settles when the server has ended, for any reason. */
  gone: Promise<void>
  /** Closes connections, writes a checkpoint and waits until the server has ended. Close the pools before. */
  stop: () => Promise<void>
}

/** `durable: false` is for disposable test clusters: nothing waits for the disk. */
type PostgresOptions = { dataDir: string; durable?: boolean; logMaxBytes?: number }

const USER = 'palpite'
const DATABASE = 'palpite'
const START_TIMEOUT_MS = 60_000 // recovery after a crash replays up to max_wal_size
const STOP_TIMEOUT_MS = 30_000
const POLL_MS = 10
/** A starting server writes its pid into the file at once after creating it. */
const CUT_OFF_MS = 200
const WATCH_MS = 200
/** A separate process writes an ended server's last log lines. */
const LAST_OUTPUT_MS = 1000

/**
 * Starts the PostgreSQL from npm on this data folder's cluster; attaches if it already runs. The first call creates
 * the cluster. Ready means that connections are served and the database exists.
 * Throws one readable sentence if it cannot.
 */
export async function startPostgres({
  dataDir,
  durable = true,
  logMaxBytes = LOG_MAX_BYTES,
}: PostgresOptions): Promise<Postgres> {
  const place = findPlace(dataDir)
  const native = runnableNative(packagedNative(), place.account, place.home)
  if (!existsSync(join(place.data, 'PG_VERSION'))) makeCluster(native, place, durable)
  refuseOtherMajor(place, native)
  await refuseCutOffLock(place.data)
  const running = await settled(place.data)
  const server = running ? attach(running) : await launch(native, place, durable)
  keepRotating({ log: place.log, data: place.data, pid: server.postmaster.pid, maxBytes: logMaxBytes })
  const postgres = describe(server, running !== undefined)
  const cluster = urlOf(server.postmaster, { user: USER, database: 'postgres' })
  await createDatabase(cluster, DATABASE)
  await createAppRole(cluster)
  return postgres
}

type Server = { postmaster: Postmaster; gone: Promise<void> }

/** Waits for a server that is still starting or stopping: it can neither be attached to nor started again. */
async function settled(data: string): Promise<Postmaster | undefined> {
  const until = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const found = livingPostmaster(data)
    if (!found || found.status === 'ready') return found
    if (Date.now() > until)
      throw new Error(`PostgreSQL (process ${found.pid}) stays "${found.status}" in ${data}`)
    await sleep(POLL_MS)
  }
}

const attach = (postmaster: Postmaster): Server => ({ postmaster, gone: watchedGone(postmaster.pid) })

async function watchedGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(WATCH_MS, undefined, { ref: false })
}

/**
 * Starts the server and waits until it is ready. After a kill -9 old backends may need a moment to release the shared
 * memory; until then PostgreSQL rightly refuses, so the start is retried.
 */
async function launch(native: string, place: Place, durable: boolean): Promise<Server> {
  const until = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const from = { startLog: rotateStartLog(place.startLog), log: sizeOf(place.log) }
    const child = spawnServer(native, place, durable)
    const postmaster = await readyOrExit(child, place.data, until)
    if (postmaster) return { postmaster, gone: exitOf(child) }
    const output = await outputSince(place, from)
    if (!/still in use|lock file ".*" already exists/.test(output) || Date.now() > until) {
      throw new Error(`PostgreSQL did not start: ${failureIn(output)} (${place.log})`)
    }
    await sleep(200)
  }
}

function spawnServer(native: string, place: Place, durable: boolean): ChildProcess {
  const log = openSync(place.startLog, 'a')
  try {
    // Output goes to a file, not to a pipe that would die with this process; detached, so that Ctrl-C in a terminal
    // reaches only the launcher, which closes its children before the database.
    const child = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', place.data, ...settingArguments(durable, place)],
      { ...place.account, env: environment(), cwd: place.data, stdio: ['ignore', log, log], detached: true },
    )
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

async function readyOrExit(
  child: ChildProcess,
  data: string,
  until: number,
): Promise<Postmaster | undefined> {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  while (child.exitCode === null && child.signalCode === null) {
    if (failure) throw new Error(`PostgreSQL could not be run: ${failure.message}`, { cause: failure })
    const found = readPostmaster(data)
    if (found && found.pid === child.pid && found.status === 'ready') return found
    if (Date.now() > until) {
      child.kill('SIGQUIT')
      throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s in ${data}`)
    }
    await sleep(POLL_MS)
  }
  return undefined
}

const exitOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** Created under another name first: a first start killed half-way leaves no partial cluster. */
function makeCluster(native: string, place: Place, durable: boolean): void {
  const unfinished = `${place.data}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  makeClosed(unfinished, place.account)
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      // No LANG would give SQL_ASCII; the built-in provider sorts the same on every machine.
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=trust', // the socket's protected folder is the access control
      '--no-instructions',
      `--username=${USER}`,
      `--pgdata=${unfinished}`,
      durable ? '--data-checksums' : '--no-sync',
    ],
    { ...place.account, env: environment(), cwd: unfinished, encoding: 'utf8' },
  )
  if (made.status !== 0) {
    throw new Error(`PostgreSQL could not make its cluster in ${place.data}: ${failureIn(made.stderr ?? '')}`)
  }
  renameSync(unfinished, place.data)
}

function refuseOtherMajor(place: Place, native: string): void {
  const made = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim()
  const output = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...place.account,
    encoding: 'utf8',
    cwd: '/',
  })
  const ours = /(\d+)\./.exec(output.stdout)?.[1]
  if (made !== ours) {
    throw new Error(
      `the cluster in ${place.data} is of PostgreSQL ${made}, this is ${ours}; dump and restore it first`,
    )
  }
}

/**
 * A machine that crashed at the wrong moment leaves the file without a process id. PostgreSQL refuses to start beside
 * it, because another server may be about to write its own: only an operator can tell.
 */
async function refuseCutOffLock(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  const namesNobody = () => existsSync(file) && !readPostmaster(data)
  if (!namesNobody()) return
  await sleep(CUT_OFF_MS)
  if (!namesNobody()) return
  throw new Error(
    `${file} names no process: a start was cut off; if no other PostgreSQL runs on this folder, remove that file and start again`,
  )
}

/** The caller's language and time zone do not reach the server: it is the same on every machine. */
const environment = () => ({ PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' })

function describe({ postmaster, gone }: Server, attached: boolean): Postgres {
  return {
    host: postmaster.socket,
    port: postmaster.port,
    user: USER,
    database: DATABASE,
    ownerUrl: urlOf(postmaster, { user: USER, database: DATABASE }),
    url: urlOf(postmaster, { user: APP_ROLE, database: DATABASE }),
    pid: postmaster.pid,
    attached,
    gone,
    stop: () => stop(postmaster.pid),
  }
}

type Login = { user: string; database: string }

const urlOf = ({ socket, port }: Postmaster, { user, database }: Login) =>
  `postgres://${user}@${encodeURIComponent(socket)}:${port}/${database}`

/**
 * SIGINT is PostgreSQL's "fast" stop: it closes connections and writes a checkpoint. A harder stop recovers at the
 * next start.
 */
async function stop(pid: number): Promise<void> {
  const until = Date.now() + STOP_TIMEOUT_MS
  signal(pid, 'SIGINT')
  while (isAlive(pid) && Date.now() < until) await sleep(POLL_MS)
  signal(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(POLL_MS)
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, name)
}

/** A line or two per start: one file and the previous one. Returns the offset of the new output. */
function rotateStartLog(log: string): number {
  const size = sizeOf(log)
  if (size <= LOG_MAX_BYTES) return size
  renameSync(log, `${log}.1`)
  return 0
}

/** Output of a failed start, before and after the server kept its own log. */
async function outputSince(place: Place, from: { startLog: number; log: number }): Promise<string> {
  const until = Date.now() + LAST_OUTPUT_MS
  for (;;) {
    const output = `${outputFrom(place.startLog, from.startLog)}${outputFrom(place.log, from.log)}`
    if (/FATAL|PANIC/.test(output) || Date.now() > until) return output
    await sleep(POLL_MS)
  }
}

const outputFrom = (log: string, from: number) =>
  existsSync(log) ? readFileSync(log).subarray(from).toString() : ''

/** The explanation of a failure, on one line. */
function failureIn(output: string): string {
  const lines = output.split('\n').filter((line) => !line.includes('Future log output'))
  const telling = lines.filter((line) => /FATAL|PANIC|error:|HINT|could not/.test(line))
  return (telling.length ? telling : lines).slice(-3).join(' ').trim()
}
