import type { BlockedProduct, Calls } from '@palpite/contract'
import { useCall } from './api/use-call.ts'
import { serverNow } from './server-clock.ts'
import { useIsLoggedIn } from './session.ts'

export type Limits = Calls['GET /api/app/protection/limits']['data']
export type Limit = Limits['limits'][number]
export type Break = Limits['breaks'][number]

/** Sums are asked anew where they are shown; the rest changes by the player's own hand. */
const keptMs = 300_000

/** A player who comes back to the page may have been at another device. */
const freshOnFocusMs = 10_000

type Kept = { state: { data: Limits | undefined; dataUpdatedAt: number } }

const whileShown = {
  refetchInterval: ({ state: { data } }: Kept) => (data ? untilNextChange(data, serverNow()) : false),
  refetchOnWindowFocus: ({ state: { dataUpdatedAt } }: Kept) =>
    Date.now() - dataUpdatedAt < freshOnFocusMs ? false : 'always',
} as const

/**
 * The player's limits and breaks as last told; asked again after some minutes, when the player comes back to the page, and
 * when the time of something passes. Of a visitor there are none.
 */
export const useLimits = () =>
  useCall(
    'GET /api/app/protection/limits',
    { loading: false },
    { enabled: useIsLoggedIn(), staleTime: keptMs, ...whileShown },
  )

/** The same as it is now: for where it is looked at. */
export const useLimitsNow = () =>
  useCall('GET /api/app/protection/limits', { loading: false }, { staleTime: 0, ...whileShown })

/** Timers hold no more than 24 days. */
const longestWaitMs = 12 * 3_600_000

/** Milliseconds until time alone changes something: a wait is over, its second yes is too late, or a break ends. */
export function untilNextChange({ limits, breaks }: Pick<Limits, 'limits' | 'breaks'>, now: number) {
  const waits = limits.flatMap(({ pending }) =>
    pending ? [pending.isDue ? pending.endsAt : pending.startsAt] : [],
  )
  const ends = breaks.flatMap(({ endsAt }) => endsAt ?? [])
  const changes = [...waits, ...ends].map((at) => Date.parse(at) - now)
  if (changes.length === 0) return false
  // A second more, so that the server finds it passed; where it does not yet, some seconds later.
  const first = Math.min(...changes.map((ms) => (ms > 0 ? ms + 1000 : 5000)))
  return Math.min(first, longestWaitMs)
}

/** What is kept out: any stake and top-up, or one kind of bet. */
export type KeptOut = BlockedProduct | 'deposit'

/** The strictest break that holds now for this; they come the strictest first. A block keeps no deposit out. */
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
