import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The whole house, started by the same command as a newcomer's, on data and ports of its own. */
export type WholeHouse = { url: string; sandboxUrl: string; dataDir: string; stop: () => Promise<void> }

const START_TIMEOUT_MS = 180_000 // the first start builds the web app

/** Starts the house and waits until it says where to click. `env` changes its configuration. */
export async function openWholeHouse(env: Record<string, string> = {}): Promise<WholeHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-house-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const root = resolve(import.meta.dirname, '../..')
  const child = spawn(process.execPath, [join(root, 'tools/start/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise<void>((resolveEnded) => child.once('close', () => resolveEnded()))
  await new Promise<void>((started, failed) => {
    const late = setTimeout(
      () => failed(new Error(`the house did not start in time:\n${said}`)),
      START_TIMEOUT_MS,
    )
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (!said.includes('Palpite is running')) return
      clearTimeout(late)
      started()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', () => failed(new Error(`the house did not start:\n${said}`)))
  }).catch((error: unknown) => {
    child.kill('SIGTERM')
    throw error
  })
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${port + 1}`,
    dataDir: join(folder, 'data'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return address && typeof address === 'object' ? Math.min(address.port, 60_000) : 50_000
}
