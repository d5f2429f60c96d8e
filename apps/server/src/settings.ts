import { cashierSettingsDefinition } from './cashier/index.ts'
import { gamesSettingsDefinition } from './games/index.ts'
import { identitySettingsDefinition } from './identity/index.ts'
import { messagesSettingsDefinition } from './messages/index.ts'
import type { SettingsDefinition } from './platform/settings.ts'
import { protectionSettingsDefinition } from './protection/index.ts'
import { rewardsSettingsDefinition } from './rewards/index.ts'
import { sportsbookSettingsDefinition } from './sportsbook/index.ts'
import { wageringSettingsDefinition } from './wagering/index.ts'

/** The settings of every module, for operators to view and to propose others. */
export const settingsDefinitions: readonly SettingsDefinition[] = [
  identitySettingsDefinition,
  protectionSettingsDefinition,
  wageringSettingsDefinition,
  cashierSettingsDefinition,
  sportsbookSettingsDefinition,
  gamesSettingsDefinition,
  rewardsSettingsDefinition,
  messagesSettingsDefinition,
]
