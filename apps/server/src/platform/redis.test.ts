import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { testLog } from '../../../../tools/test/watched-logs.ts'
import { openRedis } from './redis.ts'

const log = testLog()
const PATIENCE_MS = 2000
let server: Server | undefined
const lines = new Set<Socket>()
afterEach(() => {
  for (const line of lines) line.destroy()
  lines.clear()
  server?.close()
  server = undefined
})

/** A server on this machine that answers with this text, or never. */
async function answering(words: string | undefined): Promise<string> {
  const opened = createServer((line) => {
    lines.add(line)
    line.on('error', () => {}).on('data', () => words !== undefined && line.write(words))
  })
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return `redis://user:abc-secret@127.0.0.1:${(opened.address() as AddressInfo).port}`
}

const failureAt = async (url: string) => {
  const error = await openRedis({ REDIS_URL: url }, log, PATIENCE_MS).then(
    () => undefined,
    (failed: unknown) => failed as Error,
  )
  const why = error?.cause instanceof Error ? error.cause.message : undefined
  return { sentence: error?.message, why }
}

test('without a REDIS_URL there is no Redis', async () => {
  expect(await openRedis({ REDIS_URL: undefined }, log)).toBeUndefined()
})

test('an unreachable Redis ends the start with one sentence, without a retry', async () => {
  const { sentence, why } = await failureAt('redis://user:abc-secret@127.0.0.1:9')
  expect(sentence).toBe('REDIS_URL: no Redis answers there')
  expect(why).toContain('ECONNREFUSED')
  expect(`${sentence} ${why}`).not.toContain('abc-secret')
})

test('waits until the timeout for a Redis that accepts and stays silent', async () => {
  const { sentence, why } = await failureAt(await answering(undefined))
  expect(sentence).toBe('REDIS_URL: no Redis answers there')
  expect(why).toBe('nothing was heard within 2000 ms')
})

test('a Redis that refuses us ends the start too', async () => {
  const { sentence, why } = await failureAt(await answering('-WRONGPASS invalid username-password pair\r\n'))
  expect(sentence).toBe('REDIS_URL: no Redis answers there')
  expect(why).toContain('WRONGPASS')
})

test('uses a Redis that answers', async () => {
  const redis = await openRedis({ REDIS_URL: await answering('+OK\r\n+OK\r\n+OK\r\n') }, log, PATIENCE_MS)
  expect(redis?.isReady).toBe(true)
  redis?.destroy()
})
