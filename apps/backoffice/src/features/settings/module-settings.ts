import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** The settings of one module: their defaults, what is in force, and how many proposals are open. */
export type ModuleSettings = DataOf<'GET /api/backoffice/settings'>[number]

/** What the settings of a module are about, in words. */
export const moduleNames: Readonly<Record<string, TextKey>> = {
  identity: 'settings.module.identity',
  protection: 'settings.module.protection',
  wagering: 'settings.module.wagering',
  cashier: 'settings.module.cashier',
  sportsbook: 'settings.module.sportsbook',
  games: 'settings.module.games',
  rewards: 'settings.module.rewards',
  messages: 'settings.module.messages',
}
