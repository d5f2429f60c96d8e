import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Job } from '../platform/schedule.ts'
import { openBetting } from './betting/place-bet.ts'
import type { BettingNeeds } from './betting/place-bets.ts'
import { readFixtures } from './catalogue/read-catalogue.ts'
import { importFootball } from './feeds/importer/import-football.ts'
import { sportsbookJobs } from './jobs.ts'
import { sportsbookRoutes } from './routes.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { settleFixtures } from './settlement/settle-fixtures.ts'
import { type SportsbookSettings, sportsbookSettings } from './settings.ts'

export { sportsbookClearing } from './clearing.ts'
export { importFootball } from './feeds/importer/import-football.ts'
export { verifyLiabilities } from './liability/verify-liabilities.ts'
export { seedWorld } from './feeds/simulator/fill-calendar.ts'
export { type SportsbookSettings, sportsbookSettingsDefinition } from './settings.ts'

type Needs = BettingNeeds & { settings?: Partial<SportsbookSettings> }

/**
 * Catalogue, bets and their settlement. `jobs` starts the simulator and the settlement and answers what to stop;
 * the commands below are for those who run without jobs, and for modules above.
 */
export function openSportsbook(deps: Deps, { settings: own, ...needs }: Needs) {
  const settings = { ...sportsbookSettings, ...own }
  const placeBet = openBetting(deps, settings, needs)
  return {
    routes: (api: Api): void => {
      sportsbookRoutes(api, { db: deps.db, settings, placeBet })
      sandboxRoutes(api, deps, settings)
    },
    jobs: (): Job[] => sportsbookJobs(deps, settings),
    /** Places one bet, through lists; in play it answers after the market's delay. */
    placeBet,
    /** Resolves what matches have decided and settles all its bets; answers how many changed. */
    settle: () => settleFixtures(deps, settings),
    /** Fixtures with their main markets, for who is pushed their changes; in order of kick-off. */
    readWireFixtures: (sql: Sql, fixtureIds: readonly number[]) => readFixtures(sql, fixtureIds, 'main'),
    /** Takes a file of fixtures and results, all or nothing; answers counts, or what is wrong line by line. */
    importFootball: (text: string) => importFootball(deps, text, settings),
  }
}
