import type { Permission, Role } from '@palpite/contract/backoffice'
import type { TextKey } from './text.ts'

export const permissionNames = {
  'settings.read': 'permission.settings.read',
  'settings.propose': 'permission.settings.propose',
  'settings.approve': 'permission.settings.approve',
  'audit.read': 'permission.audit.read',
  'feeds.read': 'permission.feeds.read',
  'players.read': 'permission.players.read',
  'players.note': 'permission.players.note',
  'players.correct': 'permission.players.correct',
  'players.flag': 'permission.players.flag',
  'players.bound': 'permission.players.bound',
  'players.suspend': 'permission.players.suspend',
  'bets.read': 'permission.bets.read',
  'bets.review': 'permission.bets.review',
  'rounds.read': 'permission.rounds.read',
  'prices.keep': 'permission.prices.keep',
  'markets.suspend': 'permission.markets.suspend',
  'markets.settle': 'permission.markets.settle',
  'discounts.grant': 'permission.discounts.grant',
  'freeRounds.grant': 'permission.freeRounds.grant',
  'freeBets.grant': 'permission.freeBets.grant',
  'boosts.give': 'permission.boosts.give',
  'studios.read': 'permission.studios.read',
  'studios.manage': 'permission.studios.manage',
  'withdrawals.review': 'permission.withdrawals.review',
  'topups.giveBack': 'permission.topups.giveBack',
  'books.read': 'permission.books.read',
  'books.settle': 'permission.books.settle',
  'bank.ask': 'permission.bank.ask',
  'addresses.deny': 'permission.addresses.deny',
  'support.answer': 'permission.support.answer',
  'support.manage': 'permission.support.manage',
  'rewards.decide': 'permission.rewards.decide',
  'harm.decide': 'permission.harm.decide',
  'reports.read': 'permission.reports.read',
  'reports.make': 'permission.reports.make',
  'identities.check': 'permission.identities.check',
  'system.read': 'permission.system.read',
  'system.maintain': 'permission.system.maintain',
  'operators.manage': 'permission.operators.manage',
} as const satisfies Record<Permission, TextKey>

/** The menu groups of permissions. */
export const permissionGroups = {
  money: 'nav.group.money',
  players: 'nav.group.players',
  play: 'nav.group.play',
  house: 'nav.group.house',
} as const satisfies Record<string, TextKey>

type Group = keyof typeof permissionGroups

const groupOf = {
  'settings.read': 'house',
  'settings.propose': 'house',
  'settings.approve': 'house',
  'audit.read': 'house',
  'feeds.read': 'play',
  'players.read': 'players',
  'players.note': 'players',
  'players.correct': 'players',
  'players.flag': 'players',
  'players.bound': 'players',
  'players.suspend': 'players',
  'bets.read': 'play',
  'bets.review': 'play',
  'rounds.read': 'play',
  'prices.keep': 'play',
  'markets.suspend': 'play',
  'markets.settle': 'play',
  'discounts.grant': 'players',
  'freeRounds.grant': 'players',
  'freeBets.grant': 'players',
  'boosts.give': 'play',
  'studios.read': 'play',
  'studios.manage': 'play',
  'withdrawals.review': 'money',
  'topups.giveBack': 'money',
  'books.read': 'money',
  'books.settle': 'money',
  'bank.ask': 'money',
  'addresses.deny': 'money',
  'support.answer': 'players',
  'support.manage': 'players',
  'rewards.decide': 'players',
  'harm.decide': 'players',
  'reports.read': 'house',
  'reports.make': 'house',
  'identities.check': 'players',
  'system.read': 'house',
  'system.maintain': 'house',
  'operators.manage': 'house',
} as const satisfies Record<Permission, Group>

/** These permissions by menu group; empty groups are omitted. */
export const inGroups = (granted: readonly Permission[]): (readonly [Group, Permission[]])[] =>
  (Object.keys(permissionGroups) as Group[])
    .map((group) => [group, granted.filter((one) => groupOf[one] === group)] as const)
    .filter(([, found]) => found.length > 0)

export const roleNames = {
  support: 'role.support.name',
  payments: 'role.payments.name',
  trader: 'role.trader.name',
  risk: 'role.risk.name',
  marketing: 'role.marketing.name',
  compliance: 'role.compliance.name',
  finance: 'role.finance.name',
  admin: 'role.admin.name',
  auditor: 'role.auditor.name',
} as const satisfies Record<Role, TextKey>
