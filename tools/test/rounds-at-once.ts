import { gameCodes } from '../../packages/contract/src/index.ts'
import { gamesSettingsDefinition } from '../../apps/server/src/games/index.ts'
import type { Db } from '../../apps/server/src/platform/db/index.ts'
import { approveSetting, proposeSetting } from '../../apps/server/src/platform/decide-settings.ts'

/**
 * Removes the minimum time between rounds, by operators' settings: for benchmarks and attacks with more rounds of one
 * player than a person plays.
 */
export async function disableRoundPause(db: Db): Promise<void> {
  const { defaults } = gamesSettingsDefinition
  const games = Object.fromEntries(gameCodes.map((game) => [game, { ...defaults[game], minRoundMs: 0 }]))
  const value = { ...games, studioMinRoundMs: 0 }
  const proposal = { operatorId: 1, value, baseVersion: 0, inForceFrom: null }
  const proposed = await db.begin((tx) => proposeSetting(tx, gamesSettingsDefinition, proposal))
  if (!proposed.ok) throw new Error(proposed.refusal.code)
  const decision = { ...proposed.value, by: 2 }
  const approved = await db.begin((tx) =>
    approveSetting(tx, gamesSettingsDefinition, decision, async () => true),
  )
  if (!approved.ok) throw new Error(approved.refusal.code)
}
