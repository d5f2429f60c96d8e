import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** Whether this machine has a Redis server for tests; npm has none. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export type TestRedis = {
  url: string
  /** Ends it as a crash would; `start` brings it back, empty, at the same address. */
  kill: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

/** A Redis of the test's own, that keeps nothing. */
export async function openTestRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const opened = child
    await new Promise<void>((resolve, reject) => {
      opened.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
      opened.stdout?.on('data', (said: Buffer) => said.includes('Ready to accept connections') && resolve())
    })
  }
  const kill = async () => {
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    if (child?.kill('SIGKILL')) await gone
    child = undefined
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
