import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RedisClientType } from 'redis'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

const PATIENCE_MS = 5_000
const SLOWEST_RETRY_MS = 2_000

/** What waits for a Redis that is away or slow: past it commands fail at once instead of filling the memory. */
const MAX_WAITING = 100_000

/** How long a last word may take. */
const FAREWELL_MS = 1_000

/**
 * The shared memory of several servers, where there is one. One that cannot be reached at the start ends it: tried
 * once, for some seconds. A line lost later is tried again until it is back.
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

/** Ends the line once all that waits was answered, or soon: a Redis that is away or silent answers nothing. */
export async function closeRedis(redis: RedisClientType): Promise<void> {
  const answered = redis.ping().catch(() => {}) // the last in the line
  await Promise.race([answered, sleep(FAREWELL_MS)])
  if (redis.isOpen) redis.destroy()
}
