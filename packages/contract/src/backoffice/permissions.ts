/** Operators' permissions. The list is closed: a call needs exactly one. */
export const permissions = [
  'settings.read',
  'settings.propose',
  'settings.approve',
  'audit.read',
  'feeds.read',
  'players.read',
  'players.note',
  'players.correct',
  'players.flag',
  'players.bound',
  'players.suspend',
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
  'support.manage',
  'rewards.decide',
  'harm.decide',
  'reports.read',
  'reports.make',
  'identities.check',
  'system.read',
  'system.maintain',
  'operators.manage',
] as const

/** A grant to an operator. */
export type Permission = (typeof permissions)[number]

/** Operators' roles. Their permissions are in the database, in versions changed by two operators. */
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
 * Permissions granted by two operators of different trees: second approvals, and gifts bounded per operator. Otherwise
 * one operator could create as many approvers as needed.
 */
export const permissionsGrantedByTwo: readonly Permission[] = [
  'settings.approve',
  'withdrawals.review',
  'books.settle',
  'markets.settle',
  'operators.manage',
  'players.correct',
  'players.suspend',
  'identities.check',
  'studios.manage',
  'freeRounds.grant',
  'freeBets.grant',
  'discounts.grant',
  'boosts.give',
]

/** What every signed-in operator may do without a permission: own session and password. */
export const OWN_SESSION = 'session.own'

/** What every operator with an active session may do without a permission: own passkeys, saved filters, and what is closed now. */
export const ACTING_SESSION = 'session.acting'

/** What a session may do before its second factor: identify itself, give the factor, end. */
export const BEGUN_SESSION = 'session.begun'

/** A call's requirement. */
export type NeededPermission = Permission | typeof OWN_SESSION | typeof ACTING_SESSION | typeof BEGUN_SESSION
