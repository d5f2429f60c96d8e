import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import { isIP } from 'node:net'

/** Admits a number of calls in a time window, and refuses the rest. */
export type Limiter = {
  /** Takes one (or `points`) from the key's budget; false if nothing is left. An address shares its host's budget. */
  consume: (key: string, points?: number) => Promise<boolean>
  forget: (key: string) => Promise<void>
}

export type Limits = {
  /** `points` in `seconds` for each key; the name separates limiters. */
  limiter: (name: string, points: number, seconds: number) => Limiter
}

/** The longest a call waits for the shared count. */
const PATIENCE_MS = 250

/**
 * Limits in this process, or shared by all servers with Redis. While it is down each server counts for itself, at
 * once; while it is silent too, after a moment.
 */
export const openLimits = (redis: RedisClientType | undefined): Limits => ({
  limiter: (name, points, seconds) => {
    const options = { keyPrefix: name, points, duration: seconds }
    const limiter = redis ? sharedLimiter(redis, options) : new RateLimiterMemory(options)
    return {
      consume: async (key, points = 1) => {
        try {
          await limiter.consume(hostOf(key), points)
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
    useRedisPackage: true, // the client's class name has changed, so it would not be recognised
    rejectIfRedisNotReady: true,
  })
  return new RLWrapperTimeouts({
    limiter,
    timeoutMs: PATIENCE_MS,
    insuranceLimiter: new RateLimiterMemory(options),
  })
}

/** An address in one form: lower case, an IPv4 address mapped into IPv6 as IPv4. */
export const plainAddress = (ip: string): string => ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/** The first four groups of an IPv6 address, of four digits each: its network. */
export function networkGroups(address: string): readonly [string, string, string, string] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  const whole = address.includes('::')
    ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last]
    : groups
  const [one = '0', two = '0', three = '0', four = '0'] = whole.map((group) => group.padStart(4, '0'))
  return [one, two, three, four]
}

/**
 * The key of an address for limits: IPv4 itself, IPv6 its /64, the least that one host has, with 2^64 addresses.
 * Anything else is unchanged.
 */
export function hostOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const plain = plainAddress(ip)
  switch (isIP(plain.split('%')[0] ?? '')) {
    case 6:
      return `${networkGroups(plain).join(':')}::/64`
    case 4:
      return plain
    default:
      return ip
  }
}
