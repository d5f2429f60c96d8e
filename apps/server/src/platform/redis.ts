import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RedisClientType } from 'redis'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

const PATIENCE_MS = 5_000
const SLOWEST_RETRY_MS = 2_000

/** Queue limit for a Redis that is down or slow: beyond it commands fail at once instead of filling the memory. */
const MAX_WAITING = 100_000

/** How long closing may wait for pending answers. */
const FAREWELL_MS = 1_000

/**
 * The shared Redis of several servers, if configured. An unreachable one ends the start: tried once, for some
 * seconds. A connection lost later is retried until it is back.
 */
export async function openRedis(
  { REDIS_URL: url }: Pick<Config, 'REDIS_URL'>,
  log: Log,
  patienceMs = PATIENCE_MS,
): Promise<RedisClientType | undefined> {
  if (!url) return undefined
  let isReached = false
  const redis: RedisClientType = createClient({
    url,
    commandsQueueMaxLength: MAX_WAITING,
    socket: {
      connectTimeout: patienceMs,
      reconnectStrategy: (tries) => isReached && Math.min(50 * 2 ** tries, SLOWEST_RETRY_MS),
    },
  })
  redis.on('error', (error: unknown) => {
    if (isReached) log.error({ err: error }, 'redis')
  })
  const giveUp = new AbortController()
  const tooLong = sleep(patienceMs, undefined, { signal: giveUp.signal }).then(() => {
    throw new Error(`nothing was heard within ${patienceMs} ms`)
  })
  try {
    await Promise.race([redis.connect(), tooLong])
  } catch (cause) {
    if (redis.isOpen) redis.destroy()
    throw new Error('REDIS_URL: no Redis answers there', { cause })
  } finally {
    giveUp.abort()
    tooLong.catch(() => {})
  }
  isReached = true
  return redis
}

/**
 * Closes the connection once all pending commands are answered, or soon: a Redis that is down or silent answers
 * nothing.
 */
export async function closeRedis(redis: RedisClientType): Promise<void> {
  const answered = redis.ping().catch(() => {}) // the last in the queue
  await Promise.race([answered, sleep(FAREWELL_MS)])
  if (redis.isOpen) redis.destroy()
}
