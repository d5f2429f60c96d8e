import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tools/test/database.ts'
import { Fault } from '../errors.ts'
import { type DatabaseTrouble, watchDatabase } from './outages.ts'

const PATIENCE_MS = 2000

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

/** A proxy to the database that can be frozen, like a machine that hangs, and closed, like one that ended. */
async function wayToDatabase() {
  const { hostname, port, username, pathname } = new URL(fresh.url)
  const socketPath = join(decodeURIComponent(hostname), `.s.PGSQL.${port || 5432}`)
  const lines = new Set<Socket>()
  let isFrozen = false
  const server: Server = createServer((from) => {
    const to = connect(socketPath)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      lines.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        lines.delete(one)
        other.destroy()
      })
      one.pipe(other)
      if (isFrozen) one.unpipe()
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const at = await listen(0)
  const changes: (DatabaseTrouble | undefined)[] = []
  const watch = watchDatabase({
    url: `postgres://${username}@127.0.0.1:${at}${pathname}`,
    patienceMs: PATIENCE_MS,
    onChange: (trouble) => changes.push(trouble),
  })
  const end = async () => {
    for (const line of lines) line.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    watch,
    changes,
    freeze: () => {
      isFrozen = true
      for (const line of lines) line.unpipe()
      for (const line of lines) line.pause()
    },
    /** Replaces the frozen machine by another. */
    restart: async () => {
      isFrozen = false
      await end()
      await listen(at)
    },
    end,
  }
}

test('detects an unresponsive database in time: waiting and new calls fail, and it recovers when it answers', async () => {
  const { watch, changes, freeze, restart, end } = await wayToDatabase()
  expect(await watch.whileResponsive(() => Promise.resolve('answered'))).toBe('answered')
  await expect(watch.whileResponsive(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own')
  const waiting = watch.whileResponsive(() => new Promise(() => {})).catch((error: unknown) => error)
  freeze()
  const from = performance.now()
  expect(await waiting).toEqual(new Fault('the database does not respond'))
  expect(performance.now() - from).toBeGreaterThan(0.5 * PATIENCE_MS)
  expect(watch.trouble()).toBe('database_silent')
  let began = false
  await expect(watch.whileResponsive(async () => (began = true))).rejects.toThrow('does not respond')
  expect(began).toBe(false)

  await restart()
  await expect.poll(() => watch.trouble()).toBeUndefined()
  expect(await watch.whileResponsive(() => Promise.resolve('again'))).toBe('again')
  expect(changes[0]).toBe('database_silent')
  expect(changes.at(-1)).toBeUndefined()
  await watch.stop()
  await end()
})

test('a database that refuses connections is unreachable, and work is not held back for it', async () => {
  const { watch, end, restart } = await wayToDatabase()
  await end()
  await expect.poll(() => watch.trouble()).toBe('database_unreachable')
  expect(await watch.whileResponsive(() => Promise.resolve('answered'))).toBe('answered')
  await restart()
  await expect.poll(() => watch.trouble()).toBeUndefined()
  await watch.stop()
  await end()
})

/** PostgreSQL's refusal of a connection on a full disk: an ErrorResponse to the startup message. */
const REFUSAL = 'SFATAL\0VFATAL\0C53100\0Mcould not write init file: No space left on device\0\0'
const refusal = Buffer.concat([Buffer.from('E\0\0\0\0', 'latin1'), Buffer.from(REFUSAL, 'latin1')])
refusal.writeUInt32BE(refusal.length - 1, 1)

test('a database without space for a new connection is full, not unreachable', async () => {
  const server = createServer((line) => line.once('data', () => line.end(refusal)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const changes: (DatabaseTrouble | undefined)[] = []
  const watch = watchDatabase({
    url: `postgres://nobody@127.0.0.1:${port}/none`,
    patienceMs: PATIENCE_MS,
    onChange: (trouble) => changes.push(trouble),
  })
  await expect.poll(watch.trouble).toBe('disk_full')
  expect(await watch.whileResponsive(() => Promise.resolve('read on an open connection'))).toMatch(/^read/)
  await watch.stop()
  await new Promise((resolve) => server.close(resolve))
  expect(changes).toEqual(['disk_full'])
})
