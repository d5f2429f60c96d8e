import type { SettingsDefinition } from './platform/settings/settings.ts'

/** The settings of every module that operators may look at and propose others for. */
export const settingsDefinitions: readonly SettingsDefinition[] = []
