import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { requestVersion } from '../../apps/server/src/platform/postgres/queries.ts'
import { isAlive } from '../../apps/server/src/platform/postgres/postmaster.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { freePort } from '../test/free-port.ts'
import { clear, freshDataDir, launch, removeDatabase, running, until } from './stand-in/launcher.ts'

/** Further floods of output, of some 23 MB each. */
const LOG_FLOODS = Number(process.env['LOG_FLOODS'] ?? 2)

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }) // on a busy machine

type Seen = { pid: number; env: Record<string, string> }

async function seenAt(port: number): Promise<Seen> {
  const answer = await fetch(`http://127.0.0.1:${port}/environment`)
  return JSON.parse(await answer.text()) as Seen
}

const answersFrom = async (port: number, otherThan: number) =>
  (await seenAt(port).catch(() => ({ pid: otherThan }))).pid !== otherThan

async function app(more: Record<string, string> = {}) {
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: freshDataDir(),
    TZ: 'Asia/Tokyo',
    LANG: 'pt_BR.ISO-8859-1',
    ...more,
  }
  const launcher = launch(env)
  await running(launcher)
  return { port, env, dataDir: env.DATA_DIR, launcher }
}

describe('a running app', () => {
  let started: Awaited<ReturnType<typeof app>>
  beforeAll(async () => {
    started = await app()
  })
  afterAll(clear)

  test('starts database, sandbox and server with shared secrets', async () => {
    const { port, dataDir, launcher } = started
    const [server, sandbox] = [await seenAt(port), await seenAt(port + 1)]
    expect(server.env).toMatchObject({
      TZ: 'UTC',
      DATA_DIR: dataDir,
      SANDBOX_URL: `http://127.0.0.1:${port + 1}`,
      SMTP_URL: `smtp://127.0.0.1:${port + 2}`,
      PIX_CLIENT_SECRET: sandbox.env['SANDBOX_PIX_CLIENT_SECRET'],
      PIX_WEBHOOK_SECRET: sandbox.env['SANDBOX_WEBHOOK_SECRET'],
    })
    expect(server.env['PIX_CLIENT_SECRET']).toMatch(/^[\w-]{40,}$/)
    expect(sandbox.env).toMatchObject({
      SANDBOX_SMTP_PORT: String(port + 2),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
    })
    expect(await requestVersion(server.env['DATABASE_URL'] ?? '')).toBeGreaterThan(180_000)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(launcher.said()).toContain(`http://localhost:${port}`)
  })

  test("keeps its programs' output in log files, away from the terminal", async () => {
    const { dataDir, launcher } = started
    expect(readFileSync(join(dataDir, 'logs', 'server.log'), 'utf8')).toBe('')
    expect(launcher.said()).toContain(join(dataDir, 'logs'))
  })

  test("rotates a program's log during a flood of output, and loses nothing", async () => {
    const { port, dataDir } = started
    const log = join(dataDir, 'logs', 'server.log')
    const lines = 25_000 // of more than 900 bytes: past the 20 MB of a file
    await fetch(`http://127.0.0.1:${port}/say/${lines}`)
    await until(() => readFileSync(log, 'utf8').includes(`line ${lines - 1} `), 'the last line is in the log')
    const said = readFileSync(`${log}.1`, 'utf8') + readFileSync(log, 'utf8')
    expect([...said.matchAll(/^line (\d+) x{900}$/gm)].map(([, line]) => Number(line))).toEqual(
      Array.from({ length: lines }, (_, at) => at),
    )
    for (let flood = 0; flood < LOG_FLOODS; flood += 1) await fetch(`http://127.0.0.1:${port}/say/${lines}`)
    const logs = readdirSync(join(dataDir, 'logs'))
    expect(logs.toSorted()).toEqual(['sandbox.log', 'server.log', 'server.log.1'])
    const bytes = logs.map((name) => statSync(join(dataDir, 'logs', name)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(41_000_000)
  })

  test('says that it is already running when started a second time', async () => {
    const { port, env, launcher } = started
    const second = launch(env)
    expect(await second.ended).toBe(1)
    expect(second.said().trim()).toBe(
      `Palpite is already running on ${env.DATA_DIR}: http://localhost:${port} (process ${launcher.pid}). Stop that one first, or give this one another DATA_DIR and PORT.`,
    )
    expect(isAlive((await seenAt(port)).pid)).toBe(true)
  })

  test('restarts a killed server, sandbox or database at the same address', async () => {
    const { port } = started
    const [server, sandbox] = [await seenAt(port), await seenAt(port + 1)]
    const url = server.env['DATABASE_URL'] ?? ''
    const postgres = await startPostgres({ dataDir: server.env['DATA_DIR'] ?? '' })
    for (const pid of [server.pid, sandbox.pid, postgres.pid]) process.kill(pid, 'SIGKILL')
    await until(() => answersFrom(port, server.pid), 'another server answers')
    await until(() => answersFrom(port + 1, sandbox.pid), 'another sandbox answers')
    await until(() => requestVersion(url).then(Boolean, () => false), 'the database answers again')
    expect((await seenAt(port)).env['DATABASE_URL']).toBe(url)
  })

  test('continues with the same database and secrets after the launcher was killed', async () => {
    const { port, env, dataDir, launcher } = started
    const before = await seenAt(port)
    const { pid } = await startPostgres({ dataDir })
    launcher.kill('SIGKILL')
    await launcher.ended
    const again = launch(env) // at once: the old children may still be leaving their ports
    await running(again)
    started = { ...started, launcher: again }
    const after = await seenAt(port)
    expect(after.pid).not.toBe(before.pid)
    expect(isAlive(before.pid)).toBe(false)
    expect(after.env['PIX_CLIENT_SECRET']).toBe(before.env['PIX_CLIENT_SECRET'])
    expect(await startPostgres({ dataDir })).toMatchObject({ pid, attached: true })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops everything on %s and leaves nothing running',
    async (signal) => {
      if (!isAlive(started.launcher.pid)) {
        started.launcher = launch(started.env)
        await running(started.launcher)
      }
      const { port, dataDir, launcher } = started
      const [server, sandbox] = [await seenAt(port), await seenAt(port + 1)]
      const postgres = await startPostgres({ dataDir })
      expect(postgres.attached).toBe(true)
      launcher.kill(signal)
      expect(await launcher.ended).toBe(0)
      expect([server.pid, sandbox.pid, postgres.pid].filter(isAlive)).toEqual([])
      expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
    },
  )
})

describe('an app with other settings', () => {
  afterEach(clear)

  test('starts no sandbox beside a real bank, nor in production', async () => {
    const { port } = await app({ PIX_URL: 'https://pix.example/v2' })
    expect((await seenAt(port)).env['PIX_URL']).toBe('https://pix.example/v2')
    expect((await seenAt(port)).env['SANDBOX_URL']).toBeUndefined()
    await expect(seenAt(port + 1)).rejects.toThrow('fetch failed')
  })

  test('ends with the last output of a program that does not start', async () => {
    const dataDir = freshDataDir()
    const launcher = launch({ PORT: String(await freePort()), DATA_DIR: dataDir, STAND_IN: 'broken' })
    expect(await launcher.ended).toBe(1)
    expect(launcher.said()).toMatch(/^The (server|sandbox) ended while starting: PIX_KEY: too long/m)
    expect((await startPostgres({ dataDir })).attached).toBe(false)
  })

  test('stops cleanly when stopped during its start', async () => {
    const dataDir = freshDataDir()
    const launcher = launch({ PORT: String(await freePort()), DATA_DIR: dataDir })
    await until(() => existsSync(join(dataDir, 'running.json')), 'the launcher has begun')
    launcher.kill('SIGTERM')
    expect(await launcher.ended).toBe(0)
    expect(launcher.said()).not.toContain('Palpite is running')
    expect((await startPostgres({ dataDir })).attached).toBe(false)
    await removeDatabase(dataDir) // the launcher may have ended before leaving a trace
  })
})
