import { TEXTS_CACHE } from '../worker/texts-cache.ts'

/**
 * Every key the app stores on a device. The privacy page lists each with its purpose and lifetime; a test fails for a
 * missing one.
 */
export const deviceKeys = {
  /** A cookie, because logging out empties the local storage. */
  look: 'look',
  /** In the local storage, which logging out empties (SPEC §4). */
  token: 'token',
  apiKey: 'apiKey',
  user: 'userInfo',
  device: 'deviceId',
  invitation: 'yqm',
  moneyHidden: 'moneyHidden',
  measuring: 'measuring',
  lastPaid: 'lastPaidAt',
  slip: 'slip',
  quickBet: 'quickBet',
  cashOutTolerance: 'cashOutTolerance',
  favouriteLeagues: 'favouriteLeagues',
  pinnedMarkets: 'pinnedMarkets',
  matchField: 'matchField',
  recentSearches: 'recentSearches',
  installCard: 'installCard',
  gameSettings: 'gameSettings',
  /** In both the local and the session storage. */
  maskDeclined: 'startMask.declined',
  /** In the session storage. */
  maskSeen: 'startMask.seen',
  testAccount: 'testAccount',
  realityCheck: 'realityCheck',
  /** Caches of answers and files. */
  lastSeen: 'last-seen',
  texts: TEXTS_CACHE,
} as const
