import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'

/** A door that lets so many through in a time, and then says no for the rest of it. */
export type Limiter = {
  /** Takes one (or `points`) from the key's budget; false when nothing is left. */
  take: (key: string, points?: number) => Promise<boolean>
  forget: (key: string) => Promise<void>
}

export type Limits = {
  /** `points` in `seconds` for each key; the name keeps limiters apart. */
  limiter: (name: string, points: number, seconds: number) => Limiter
}

/** Limits in this process, or shared by all servers when there is a Redis. */
export const openLimits = (redis: RedisClientType | undefined): Limits => ({
  limiter: (name, points, seconds) => {
    const options = { keyPrefix: name, points, duration: seconds }
    const limiter: RateLimiterAbstract = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: new RateLimiterMemory(options),
        })
      : new RateLimiterMemory(options)
    return {
      take: async (key, take = 1) => {
        try {
          await limiter.consume(key, take)
          return true
        } catch (refused) {
          if (refused instanceof RateLimiterRes) return false
          throw refused
        }
      },
      forget: async (key) => {
        await limiter.delete(key)
      },
    }
  },
})
