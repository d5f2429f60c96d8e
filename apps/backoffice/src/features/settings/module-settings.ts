import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A module's settings: defaults, values in force, and open proposals. */
export type ModuleSettings = DataOf<'GET /api/backoffice/settings'>[number]

/** A module's settings described in words. */
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
