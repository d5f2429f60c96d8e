import type { Deps } from '../../platform/deps.ts'
import { policyOf } from '../../protection/index.ts'
import { openWageringSettings } from '../../wagering/index.ts'
import { sportsbookSettings } from '../settings.ts'
import { countMarketsOf } from './queries.ts'
import { settleFixtures } from './settle-fixtures.ts'

/**
 * Settles everything that is decided, and counts the markets of a feed: settled ones, and open ones on finished
 * fixtures. For imports without a running server.
 */
export async function settleAllDecided(deps: Deps, feed: string): Promise<{ settled: number; open: number }> {
  const wagering = await openWageringSettings().read(deps.db)
  const { terms } = policyOf(deps.config)
  const freeBets = { terms, bonusTimes: sportsbookSettings.freeBetTimes }
  await settleFixtures({ ...deps, wagering, freeBets }, sportsbookSettings)
  const [row] = await countMarketsOf(deps.db, feed)
  return row ?? { settled: 0, open: 0 }
}
