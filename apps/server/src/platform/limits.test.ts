import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openLimits } from './limits.ts'
import { testLog } from '../../../../tools/test/watched-logs.ts'
import { closeRedis, openRedis } from './redis.ts'

const log = testLog()
const MINUTE = 60
const lines = new Set<Socket>()
let server: Server | undefined
let isSilent = false
const clients: NonNullable<Awaited<ReturnType<typeof openRedis>>>[] = []
afterEach(async () => {
  vi.useRealTimers()
  isSilent = false
  for (const line of lines) line.destroy()
  lines.clear()
  server?.close()
  await Promise.all(clients.splice(0).map(closeRedis))
})

/** The commands in a piece of the Redis protocol, as arrays of words. */
function commandsOf(sent: string): string[][] {
  const words = sent.split('\r\n')
  const commands: string[][] = []
  for (let at = 0; words[at]?.startsWith('*');) {
    const count = Number(words[at]?.slice(1))
    commands.push(Array.from({ length: count }, (_, place) => words[at + 2 + place * 2] ?? ''))
    at += 1 + count * 2
  }
  return commands
}

/** Counts what the limiter's script counts, by key, and answers OK to everything else. */
async function openCountingRedis(): Promise<string> {
  const counts = new Map<string, number>()
  const answerTo = ([name = '', , , key = '', points = '']: string[]) => {
    if (name.toUpperCase() !== 'EVAL') return '+OK\r\n'
    const count = (counts.get(key) ?? 0) + Number(points)
    counts.set(key, count)
    return `*2\r\n:${count}\r\n:${MINUTE * 1000}\r\n`
  }
  const opened = createServer((line) => {
    lines.add(line)
    line.on('error', () => {})
    line.on('data', (sent) => {
      for (const command of commandsOf(sent.toString())) if (!isSilent) line.write(answerTo(command))
    })
  })
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return `redis://127.0.0.1:${(opened.address() as AddressInfo).port}`
}

async function limitsAt(url: string) {
  const redis = await openRedis({ REDIS_URL: url }, log)
  if (redis) clients.push(redis)
  return openLimits(redis)
}

test('without Redis each process counts for itself', async () => {
  const apis = [openLimits(undefined), openLimits(undefined)].map((limits) =>
    limits.limiter('calls', 2, MINUTE),
  )
  for (const api of apis) {
    expect([
      await api.consume('7'),
      await api.consume('7'),
      await api.consume('7'),
      await api.consume('8'),
    ]).toEqual([true, true, false, true])
  }
})

test('several servers share a key’s budget, separately for each name', async () => {
  const url = await openCountingRedis()
  const servers = [await limitsAt(url), await limitsAt(url)]
  const apis = servers.map((limits) => limits.limiter('calls', 30, MINUTE))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // no call waits too long for the shared count
  const requests = apis.flatMap((api) => Array.from({ length: 60 }, () => api.consume('7')))
  const taken = await Promise.all(requests)
  expect(taken.filter(Boolean)).toHaveLength(30)
  expect(await servers[0]?.limiter('visits', 1, MINUTE).consume('7')).toBe(true)
})

test('if Redis is gone or silent a server counts for itself, and no call waits for it', async () => {
  const url = await openCountingRedis()
  const api = (await limitsAt(url)).limiter('calls', 2, MINUTE)
  expect(await api.consume('7')).toBe(true)
  isSilent = true
  expect([await api.consume('7'), await api.consume('7')]).toEqual([true, true])
  server?.close()
  for (const line of lines) line.destroy()
  // Without its own timeout this would wait for ever.
  expect(await api.consume('7')).toBe(false) // queued commands are not counted twice
  expect([await api.consume('9'), await api.consume('9'), await api.consume('9')]).toEqual([
    true,
    true,
    false,
  ])
})

test('closes a connection although its Redis is silent, and its queued commands fail', async () => {
  const redis = await openRedis({ REDIS_URL: await openCountingRedis() }, log)
  if (!redis) throw new Error('a Redis was asked for')
  isSilent = true
  const waiting = redis.get('nothing').then(
    () => 'answered',
    () => 'failed',
  )
  const gone = Promise.all([...lines].map((line) => new Promise((resolve) => line.once('close', resolve))))
  await closeRedis(redis)
  await gone
  expect(await waiting).toBe('failed')
})
