import type { Deps } from '../../platform/deps.ts'
import { openWageringSettings } from '../../wagering/index.ts'
import { sportsbookSettings } from '../settings.ts'
import { countImportedMarkets } from './queries.ts'
import { settleFixtures } from './settle-fixtures.ts'

/**
 * Settles all that is decided, and counts the markets of imported fixtures that are over: those settled, and those still
 * open. For whoever imports results without a server running.
 */
export async function settleAllDecided(deps: Deps): Promise<{ settled: number; open: number }> {
  const wagering = await openWageringSettings().read(deps.db)
  await settleFixtures({ ...deps, wagering }, sportsbookSettings)
  const [row] = await countImportedMarkets(deps.db)
  return row ?? { settled: 0, open: 0 }
}
