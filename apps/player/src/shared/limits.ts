import type { BlockedProduct, Calls } from '@palpite/contract'
import { useCall } from './api/use-call.ts'
import { serverNow } from './server-clock.ts'
import { useIsLoggedIn } from './session.ts'

export type Limits = Calls['GET /api/app/protection/limits']['data']
export type Limit = Limits['limits'][number]
export type Break = Limits['breaks'][number]

/** Breaks and the reality check change by the player's own hand alone; sums are asked anew where they are shown. */
const keptMs = 300_000

/** The player's limits and breaks as last told; asked again after some minutes. Of a visitor there are none. */
export const useLimits = () =>
  useCall(
    'GET /api/app/protection/limits',
    { loading: false },
    { enabled: useIsLoggedIn(), staleTime: keptMs },
  )

/** The same as it is now: for where it is looked at. */
export const useLimitsNow = () =>
  useCall('GET /api/app/protection/limits', { loading: false }, { staleTime: 0 })

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
