import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from './environments.ts'
import { StartRefused } from './start-refused.ts'
import { openTurningLog, type TurningLog } from './turning-log.ts'

/** A program of the app with its node flags. Without a log file it writes to the terminal. */
export type Program = {
  name: string
  file: string
  flags: readonly string[]
  env: Environment
  log: string | undefined
}

export type Kept = {
  /** Resolves once `probe` succeeds; throws the program's last output if it ends before. */
  ready: (probe: () => Promise<boolean>) => Promise<void>
  /** Sends SIGTERM, waits, and kills it if it does not end. */
  stop: () => Promise<void>
}

const READY_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 10_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A program that lived this long was healthy: the next pause is short again. */
const STEADY_MS = 30_000
/** A program's last output comes through a pipe, a moment after its end. */
const LAST_WORDS_MS = 1000

/** Starts a program and restarts it, with growing pauses, each time it dies after being ready. */
export function keepRunning(program: Program, say: (line: string) => void): Kept {
  let wasReady = false
  let stopping = false
  let pauseMs = FIRST_PAUSE_MS
  const log = program.log ? openTurningLog(program.log) : undefined
  let child = run(program, log)
  void live(child)

  async function live(current: ChildProcess): Promise<void> {
    const startedAt = Date.now()
    const how = await endOf(current)
    if (stopping || !wasReady) return
    if (Date.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS
    say(`The ${program.name} ended (${how}); starting it again in ${pauseMs / 1000} s.${hint(program)}`)
    await sleep(pauseMs, undefined, { ref: false })
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    if (stopping) return
    child = run(program, log)
    void live(child)
  }

  return {
    ready: async (probe) => {
      const until = Date.now() + READY_TIMEOUT_MS
      while (!(await probe())) {
        if (hasEnded(child)) {
          await outputWritten(child)
          throw new StartRefused(`The ${program.name} ended while starting: ${lastWords(program)}`)
        }
        if (Date.now() > until) {
          throw new StartRefused(
            `The ${program.name} was not ready after ${READY_TIMEOUT_MS / 1000} s.${hint(program)}`,
          )
        }
        await sleep(50)
      }
      wasReady = true
    },
    stop: async () => {
      stopping = true
      child.kill('SIGTERM')
      const until = Date.now() + STOP_TIMEOUT_MS
      while (!hasEnded(child) && Date.now() < until) await sleep(20)
      child.kill('SIGKILL')
      while (!hasEnded(child)) await sleep(20)
    },
  }
}

/**
 * Detached, so that Ctrl-C reaches only the launcher, which ends its children in order. Their IPC channel closes if
 * the launcher is killed, and they exit on `disconnect`. Output goes through pipes: their own log file could not be
 * rotated while open.
 */
function run({ file, flags, env }: Program, log: TurningLog | undefined): ChildProcess {
  const out = log ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [...flags, file], {
    env,
    stdio: ['ignore', out, out, 'ipc'],
    detached: true,
  })
  for (const words of [child.stdout, child.stderr]) words?.on('data', (bytes: Buffer) => log?.write(bytes))
  return child
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })

/** Resolves when an ended program's output has been read. */
async function outputWritten({ stdout, stderr }: ChildProcess): Promise<void> {
  const until = Date.now() + LAST_WORDS_MS
  while ([stdout, stderr].some((words) => words?.closed === false) && Date.now() < until) await sleep(5)
}

const hint = ({ log }: Program) => (log ? ` Its log: ${log}` : '')

function lastWords({ log }: Program): string {
  if (!log) return 'see above.'
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  return `${lines.slice(-3).join(' ').slice(-600)} (${log})`
}
