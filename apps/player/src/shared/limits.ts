import type { BlockedProduct, Calls } from '@palpite/contract'
import { useCall } from './api/use-call.ts'
import { serverNow } from './server-clock.ts'
import { useIsLoggedIn } from './session.ts'

export type Limits = Calls['GET /api/app/protection/limits']['data']
export type Limit = Limits['limits'][number]
export type Break = Limits['breaks'][number]

/** Sums are reloaded where they are shown; everything else changes only by the player. */
export const limitsKeptMs = 300_000

/** A returning player may have used another device. */
const freshOnFocusMs = 10_000

type Kept = { state: { data: Limits | undefined; dataUpdatedAt: number } }

const whileShown = {
  refetchInterval: ({ state: { data } }: Kept) => (data ? untilNextChange(data, serverNow()) : false),
  refetchOnWindowFocus: ({ state: { dataUpdatedAt } }: Kept) =>
    Date.now() - dataUpdatedAt < freshOnFocusMs ? false : 'always',
} as const

/**
 * The player's limits and breaks, reloaded after some minutes, when the player returns to the page, and when a period
 * ends. None for a visitor.
 */
export const useLimits = () =>
  useCall(
    'GET /api/app/protection/limits',
    { loading: false },
    { enabled: useIsLoggedIn(), staleTime: limitsKeptMs, ...whileShown },
  )

/** The same, always current: for the limits page. */
export const useLimitsNow = () =>
  useCall('GET /api/app/protection/limits', { loading: false }, { staleTime: 0, ...whileShown })

/** Browser timers hold at most 24 days. */
const longestWaitMs = 12 * 3_600_000

/**
 * Milliseconds until time alone changes something: a waiting period ends, its confirmation expires, or a break ends.
 */
export function untilNextChange({ limits, breaks }: Pick<Limits, 'limits' | 'breaks'>, now: number) {
  const waits = limits.flatMap(({ pending }) =>
    pending ? [pending.isDue ? pending.endsAt : pending.startsAt] : [],
  )
  const ends = breaks.flatMap(({ endsAt }) => endsAt ?? [])
  const changes = [...waits, ...ends].map((at) => Date.parse(at) - now)
  if (changes.length === 0) return false
  // A second later, so that the server agrees; if not, some seconds later again.
  const first = Math.min(...changes.map((ms) => (ms > 0 ? ms + 1000 : 5000)))
  return Math.min(first, longestWaitMs)
}

/** What a break blocks: all stakes and top-ups, or one kind of bet. */
export type KeptOut = BlockedProduct | 'deposit'

/** The strictest break in force for this; they are sorted by strictness. A product block blocks no deposit. */
export const breakFor = (
  breaks: readonly Break[],
  what: KeptOut,
  now: number = serverNow(),
): Break | undefined =>
  breaks.find(
    ({ kind, product, endsAt }) =>
      (endsAt === null || Date.parse(endsAt) > now) &&
      (kind !== 'block' || product === what || (product === 'sports' && what === 'in_play')),
  )
