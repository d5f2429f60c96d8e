import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import { hostOf } from './host-of.ts'

/** Admits so many in a time, and then refuses for the rest of it. */
export type Limiter = {
  /** Takes one (or `points`) from the key's budget; false when nothing is left. An address counts with its host's others. */
  take: (key: string, points?: number) => Promise<boolean>
  forget: (key: string) => Promise<void>
}

export type Limits = {
  /** `points` in `seconds` for each key; the name keeps limiters apart. */
  limiter: (name: string, points: number, seconds: number) => Limiter
}

/** Longer than this no call waits for the shared count. */
const PATIENCE_MS = 250

/**
 * Limits in this process, or shared by all servers when there is a Redis. While it is away each server counts for
 * itself, at once; while it keeps silent too, after a moment.
 */
export const openLimits = (redis: RedisClientType | undefined): Limits => ({
  limiter: (name, points, seconds) => {
    const options = { keyPrefix: name, points, duration: seconds }
    const limiter = redis ? sharedLimiter(redis, options) : new RateLimiterMemory(options)
    return {
      take: async (key, take = 1) => {
        try {
          await limiter.consume(hostOf(key), take)
          return true
        } catch (refused) {
          if (refused instanceof RateLimiterRes) return false
          throw refused
        }
      },
      forget: async (key) => {
        await limiter.delete(hostOf(key))
      },
    }
  },
})

type Options = { keyPrefix: string; points: number; duration: number }

function sharedLimiter(redis: RedisClientType, options: Options): RateLimiterAbstract {
  const limiter = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    useRedisPackage: true, // it knows the client by the name of its class, which is another one by now
    rejectIfRedisNotReady: true,
  })
  return new RLWrapperTimeouts({
    limiter,
    timeoutMs: PATIENCE_MS,
    insuranceLimiter: new RateLimiterMemory(options),
  })
}
