import type { Sql } from '../platform/db/index.ts'
import { turnsOf } from '../platform/costly-work.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Job } from '../platform/schedule.ts'
import { publicIds } from '../platform/public-ids.ts'
import { openSettings } from '../platform/settings/settings.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { openWageringSettings } from '../wagering/index.ts'
import { catalogueRoutes, readFixtures, readPrices, selectVersions } from './catalogue/index.ts'
import { betRoutes, openBetting, readReceipt } from './betting/index.ts'
import { cashOutRoutes, openCashOuts, watchCashOutRules } from './cash-out/index.ts'
import { readWorst } from './risk/index.ts'
import { payEarly, settleFixtures } from './settlement/index.ts'
import { matchPages } from './match-pages.ts'
import { settleJob, sportsbookJobs } from './jobs.ts'
import { bookingRoutes } from './booking/index.ts'
import { boostRoutes } from './boosts/index.ts'
import { freeBetRoutes } from './free-bets/index.ts'
import { type SportsbookSettings, sportsbookSettings, sportsbookSettingsDefinition } from './settings.ts'

export { sportsbookPersonalData } from './personal-data-queries.ts'
export { betPlaced, betSettled, cashOutReached, cashOutSold, marketChanged } from './events.ts'
export {
  findBet,
  findBets,
  readBet,
  replayBet,
  selectWithOpenBets as readWithOpenBets,
  setStakeFactor,
} from './betting/index.ts'
export { endBoosts, giveBoosts, selectListedBoosts } from './boosts/index.ts'
export { grantFreeBets, revokeFreeBets, selectFreeBetsOf } from './free-bets/index.ts'
export { sportsbookClearing } from './clearing.ts'
// What `feeds` tells the book, and asks of it.
export {
  applyFeedMessages,
  attemptReading,
  closes,
  type FeedMessage,
  type FeedName,
  type FeedReading,
  type FeedRefusal,
  type FeedRefusalReason,
  type FixtureMessage,
  keepPrices,
  type MarketNow,
  type PlayMessage,
  readAs,
  readTraded,
  readTradedFixture,
  readTradedSports,
  readWaitingNames,
  refuse,
  reviewFeedName,
  type Scope,
  selectClock,
  selectFeeds,
  selectOpenKeys,
  selectPlayed,
  selectStood,
  type SettledMarket,
  simulated,
  stopReading,
  suspendMarkets,
  takeAll,
  touchFeed,
  updateLevel,
  upsertStrengths,
  withOdds,
} from './updates/index.ts'
export { selectTable, type TableRow } from './catalogue/index.ts'
export { offerMarkets, priceFixture } from './pricing/index.ts'
export {
  type Depth,
  endingOf,
  isInPlay,
  mainMarketsOfAll,
  type MarketKey,
  type MatchStatus,
  matchStatuses,
  type Offer,
  offeredSports,
  type Pair,
  sportOf,
  type Standing,
} from './sports/index.ts'
export { readBetMarks, reviewBetMark, verifyLiabilities, type WorstScenarios } from './risk/index.ts'
export {
  openMarketPreview,
  readWaitingFixtures,
  sealedBets,
  selectWaitingMarkets as readWaitingMarkets,
  settleAllDecided,
  settleMarket,
} from './settlement/index.ts'
export { movePrices } from './pricing/index.ts'
export { type SportsbookSettings, sportsbookSettings, sportsbookSettingsDefinition } from './settings.ts'

const noPromotions = { winningsBoosts: [], earlyPayouts: [], parlayInsurances: [] }

/** The sports book, opened. */
export type Sportsbook = ReturnType<typeof openSportsbook>

type Needs = { policy: CompliancePolicy; settings?: Partial<SportsbookSettings> }

/**
 * Catalogue, bets and their settlement. `jobs` starts the settlement and what runs beside it, and answers what to stop;
 * the commands below are for those who run without jobs, and for modules above.
 */
export function openSportsbook(deps: Deps, { policy, settings: own }: Needs) {
  const inForce = openSettings(sportsbookSettingsDefinition, own)
  const readSettings = () => inForce.read(deps.db)
  const fixed = { ...sportsbookSettings, ...own }
  const wagering = openWageringSettings()
  const readWagering = () => wagering.read(deps.db)
  const cashOuts = openCashOuts(deps, readSettings)
  const priceInTurn = turnsOf('builder')
  const searchInTurn = turnsOf('betSearch')
  const hasPromotions = policy.hasRewards('promotions')
  const readBettingSettings = async () => {
    const settings = await readSettings()
    return hasPromotions ? settings : { ...settings, ...noPromotions }
  }
  const { placeBet, placeTogether, maxStake, join } = openBetting(deps, {
    policy,
    fixed,
    readSettings: readBettingSettings,
    readWagering,
  })
  const settle = async () => {
    const settings = await readSettings()
    // What was promised stands with its bet; of bets from before it did, the promotions of now speak.
    const { earlyPayouts, parlayInsurances: insurances } = hasPromotions ? settings : noPromotions
    await payEarly(deps, earlyPayouts)
    const freeBets = { terms: policy.terms, bonusTimes: settings.freeBetTimes }
    return settleFixtures({ ...deps, wagering: await readWagering(), freeBets, insurances }, settings)
  }
  let settling: Job | undefined
  const watchRules = async () => watchCashOutRules(deps, await readSettings())
  return {
    routes: (api: Api): void => {
      const ids = publicIds(deps.config, 'bet')
      const { db, log } = deps
      catalogueRoutes(api, { db, fixed, readSettings })
      betRoutes(api, {
        db,
        ids,
        log,
        readSettings,
        placeBet,
        maxStake,
        priceInTurn,
        searchInTurn,
        receiptOf: (betId) => readReceipt(deps, betId),
      })
      cashOutRoutes(api, { db, ids, cashOuts, readSettings })
      bookingRoutes(api, deps, { readSettings, priceInTurn })
      freeBetRoutes(api, deps, policy)
      boostRoutes(api, deps, { hasPromotions, readSettings: readBettingSettings })
    },
    jobs: (): Job[] => {
      settling = settleJob(deps, settle)
      return [settling, ...sportsbookJobs(deps, readSettings, watchRules)]
    },
    /** The settings in force now. */
    readSettings,
    /** Settles now, not at the next beat, where the jobs of this server run. */
    settleSoon: (): void => settling?.wake(),
    /** Takes bets beside other servers, each its share of what bounds leave, until it is stopped: after the last bet. */
    join,
    /** Places one bet, through lists; in play it answers after the market's delay. */
    placeBet,
    /** Places bets as one list, each decided after the one before it; one that would have to wait is refused. */
    placeTogether,
    /** The most that may be staked on a bet now. */
    maxStake,
    /** Offers for open bets, and taking them. */
    cashOuts,
    /** Sells or tells of the bets whose worth has reached what their players set; answers how many were sold. */
    watchRules,
    /** The matches that may cost most, each in its worst scenario. */
    readWorst: async (max: number) => readWorst(deps.db, await readSettings(), max),
    /** Resolves what matches have decided and settles all its bets; answers how many changed. */
    settle,
    /** Fixtures with their main markets, in order of kick-off. */
    readWireFixtures: (sql: Sql, fixtureIds: readonly number[]) => readFixtures(sql, fixtureIds, 'main'),
    /** The pages of matches, as search engines are told of them. */
    pages: matchPages(deps.db),
    /** Fixtures with all their markets. */
    readAllMarkets: (fixtureIds: readonly number[]) => readFixtures(deps.db, fixtureIds, 'all'),
    /** How these fixtures stand, without their markets. */
    readStandings: (fixtureIds: readonly number[]) => readFixtures(deps.db, fixtureIds, 'none'),
    /** What changed of these fixtures, as it is pushed to who watches them; unknown ids are left out. */
    readPrices: (changes: Parameters<typeof readPrices>[1]) => readPrices(deps.db, changes),
    /** The versions of these fixtures now; unknown ids are left out. */
    readVersions: (fixtureIds: readonly number[]) => selectVersions(deps.db, fixtureIds),
  }
}
