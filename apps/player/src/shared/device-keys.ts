import { TEXTS_CACHE } from '../worker/texts-cache.ts'

/**
 * Every name under which the app keeps something on a device. Each is told of on the privacy page, with its purpose and
 * how long it stays: a test fails where one is not.
 */
export const deviceKeys = {
  /** A cookie, as logging out empties the local storage. */
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
  /** In the local storage and in that of the tab. */
  maskDeclined: 'startMask.declined',
  /** In the storage of the tab. */
  maskSeen: 'startMask.seen',
  testAccount: 'testAccount',
  realityCheck: 'realityCheck',
  /** Stores of answers and files. */
  lastSeen: 'last-seen',
  texts: TEXTS_CACHE,
} as const
