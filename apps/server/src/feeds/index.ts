import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Sportsbook } from '../sportsbook/index.ts'
import { feedJobs } from './jobs.ts'
import { sandboxRoutes } from './routes.ts'

export { type ExchangeReader, openExchangeReader } from './betfair/exchange-reader.ts'
export { importFootball } from './importer/import-football.ts'
export { importResults, isResultFileKind, RESULT_FILE_KINDS } from './importer/import-results.ts'
export { openIntake } from './intake/open-intake.ts'
export { selectRefused as readRefusedMessages } from './queries.ts'
export { type FeedHealth, readFeeds, FEEDS } from './table.ts'
export { seedWorld } from './simulator/calendar.ts'
export { openSeason } from './simulator/play-due.ts'
export { readUofFixtureIncoming } from './uof/read-incoming.ts'

/**
 * The feeds: external feeds, files and the simulator, each translated into messages that the sports book applies.
 * `jobs` monitors feed health, polls feeds, and fills and plays the simulator's calendar.
 */
export const openFeeds = (deps: Deps, sportsbook: Sportsbook) => ({
  routes: (api: Api): void => sandboxRoutes(api, deps, sportsbook),
  jobs: () => feedJobs(deps, sportsbook),
})
