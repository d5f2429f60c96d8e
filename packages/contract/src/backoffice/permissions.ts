/** What an operator may be allowed to do. The list is closed: a call needs exactly one of these. */
export const permissions = [
  'settings.read',
  'settings.propose',
  'settings.approve',
  'audit.read',
  'feeds.read',
  'players.read',
  'players.correct',
  'players.flag',
  'players.bound',
  'bets.read',
  'bets.review',
  'rounds.read',
  'prices.keep',
  'markets.suspend',
  'markets.settle',
  'discounts.grant',
  'freeRounds.grant',
  'freeBets.grant',
  'boosts.give',
  'studios.read',
  'studios.manage',
  'withdrawals.review',
  'topups.giveBack',
  'books.read',
  'books.settle',
  'bank.ask',
  'addresses.deny',
  'support.answer',
  'rewards.decide',
  'harm.decide',
  'reports.read',
  'reports.make',
  'identities.check',
  'system.read',
  'operators.manage',
] as const

/** What is granted to an operator, by another one. */
export type Permission = (typeof permissions)[number]

/** What operators are taken on for. What each may do is kept in the database, in versions that two operators change. */
export const roles = [
  'support',
  'payments',
  'trader',
  'risk',
  'marketing',
  'compliance',
  'finance',
  'admin',
  'auditor',
] as const

export type Role = (typeof roles)[number]

/**
 * Permissions that two operators grant, the second of another tree of creators: to say the second yes where two have to, and
 * to give away what is bounded for each operator. Otherwise one operator would make as many hands as are needed.
 */
export const permissionsGrantedByTwo: readonly Permission[] = [
  'settings.approve',
  'withdrawals.review',
  'books.settle',
  'markets.settle',
  'operators.manage',
  'players.correct',
  'identities.check',
  'studios.manage',
  'freeRounds.grant',
  'freeBets.grant',
  'discounts.grant',
  'boosts.give',
]

/** What every signed-in operator may do, granted to none: one's own session and password. */
export const OWN_SESSION = 'session.own'

/** What every operator may do whose session may act, granted to none: one's own passkeys and saved filters. */
export const ACTING_SESSION = 'session.acting'

/** What a session may do before its second factor was given: see who it is of, give the factor, end. Granted to none. */
export const BEGUN_SESSION = 'session.begun'

/** What a call needs. */
export type NeededPermission = Permission | typeof OWN_SESSION | typeof ACTING_SESSION | typeof BEGUN_SESSION
