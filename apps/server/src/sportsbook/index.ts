import type { Sql } from '../platform/db/index.ts'
import { turnsOf } from '../platform/costly-work.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Job } from '../platform/schedule.ts'
import { publicIds } from '../platform/public-ids.ts'
import { openSettings } from '../platform/settings.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { openWageringSettings } from '../wagering/index.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { readFixtures, readPrices } from './catalogue/read-catalogue.ts'
import { selectVersions } from './catalogue/queries.ts'
import { bettingRoutes } from './betting/routes.ts'
import { openBetting } from './betting/place-bet.ts'
import { cashOutRoutes } from './cash-out/routes.ts'
import { openCashOuts } from './cash-out/cash-out-bet.ts'
import { watchCashOutRules } from './cash-out/watch-rules.ts'
import { readWorst } from './risk/exposure-headroom.ts'
import { payEarly, settleFixtures } from './settlement/settle-fixtures.ts'
import { matchPages } from './catalogue/match-pages.ts'
import { settleJob, sportsbookJobs } from './jobs.ts'
import { type SportsbookSettings, sportsbookSettings, sportsbookSettingsDefinition } from './settings.ts'

export { sportsbookPersonalData } from './personal-data-queries.ts'
export { selectPlayerBets } from './timeline-queries.ts'
export { betPlaced, betSettled, cashOutReached, cashOutSold, marketChanged } from './events.ts'
export {
  type Returned,
  findBet,
  findBets,
  readBet,
  readReturned,
  readWireBets,
  replayBet,
} from './betting/read-bets.ts'
export {
  type MonthResult,
  selectBetOwner as readBetOwner,
  selectBetResults as readBetResults,
  selectWithOpenBets as readWithOpenBets,
} from './betting/bet-queries.ts'
export { setStakeFactor } from './betting/stake-factors.ts'
export { endBoosts, selectListedBoosts, selectFreeBetsOf } from './betting/promotion-queries.ts'
export { selectReferrals } from './betting/bet-referral-queries.ts'
export { refuseReferral } from './betting/bet-referrals.ts'
export { giveBoosts } from './betting/boosts.ts'
export { grantFreeBets } from './betting/free-bets.ts'
export { revokeFreeBets } from './betting/free-bets.ts'
export { sportsbookClearing } from './risk/verify-liabilities.ts'
// The calls of `feeds` to the sports book.
export { applyFeedMessages, applyMessages } from './updates/apply-feed-messages.ts'
export {
  attemptReading,
  closes,
  type FeedReading,
  type FeedRefusal,
  type FeedRefusalReason,
  readAs,
  refuse,
  stopReading,
  type FeedMessage,
  type FeedName,
  type FixtureMessage,
  type MarketNow,
  type PlayMessage,
  type Scope,
  type SettledMarket,
  withOdds,
} from './updates/messages.ts'
export { updateKept as keepPrices } from './updates/trading-queries.ts'
export { readTraded, readTradedFixture, readTradedSports, suspendMarkets } from './updates/trading.ts'
export { limitMatches } from './updates/limit-matches.ts'
export { editPrices, readEditablePrice } from './updates/edit-prices.ts'
export { readWaitingNames, reviewFeedName } from './updates/names.ts'
export { selectClock, selectFeeds, touchFeed } from './updates/queries.ts'
export {
  selectOpenKeys,
  selectFeedStates,
  selectPlayed,
  updateLevel,
  upsertStrengths,
} from './updates/feed-queries.ts'
export * as simulated from './updates/simulated-queries.ts'
export { selectTable, type TableRow } from './catalogue/league-table-queries.ts'
export { EACH_WAY_WORTH, offerMarkets, priceFixture } from './catalogue/price-fixture.ts'
export type { Depth, FixtureState, MarketKey, Offer, Pair } from './sports/adapter.ts'
export { endingOf, isInPlay, type MatchStatus, matchStatuses } from './sports/match-status.ts'
export { mainMarketsOfAll, offeredSports, sportOf } from './sports/table.ts'
export { readReviewFlags, decideReviewFlag } from './risk/review-flag-queries.ts'
export { verifyLiabilities } from './risk/verify-liabilities.ts'
export { openMarketPreview, settleMarket } from './settlement/settle-market.ts'
export { decideLateWindow, openWindowPreview } from './settlement/late-windows.ts'
export { readWaitingFixtures, readFixtureMarkets, readWaitingMarkets } from './settlement/read-waiting.ts'
export { sealedBets } from './settlement/queries.ts'
export { settleAllDecided } from './settlement/settle-fixtures.ts'
export { cancelBetsOfImpeded } from './settlement/cancel-bets.ts'
export { movePrices } from './catalogue/move-prices.ts'
export { type SportsbookSettings, sportsbookSettings, sportsbookSettingsDefinition } from './settings.ts'

const noPromotions = { winningsBoosts: [], earlyPayouts: [], parlayInsurances: [] }

/** The opened sports book. */
export type Sportsbook = ReturnType<typeof openSportsbook>

/** What the back office needs of it beyond its commands. */
export type TradedBook = Pick<Sportsbook, 'readWorst' | 'readSettings' | 'referrals'>

type Needs = { policy: CompliancePolicy; settings?: Partial<SportsbookSettings> }

/**
 * Catalogue, bets and their settlement. `jobs` starts settlement and background jobs, and returns what to stop; the
 * commands below are for callers without jobs, and for modules above.
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
  const { placeBet, placeTogether, maxStake, referrals, join } = openBetting(deps, {
    policy,
    fixed,
    readSettings: readBettingSettings,
    readWagering,
  })
  const settle = async () => {
    const settings = await readSettings()
    // Promises are stored with the bet; for bets from before that, the current promotions apply.
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
      catalogueRoutes(api, { db: deps.db, shared: deps.reads.shared, fixed, readSettings })
      const betting = {
        placeBet,
        maxStake,
        referBet: referrals.refer,
        priceInTurn,
        searchInTurn,
        hasPromotions,
      }
      bettingRoutes(api, { ...deps, ids, readSettings, ...betting })
      cashOutRoutes(api, { db: deps.db, ids, cashOuts, readSettings })
    },
    jobs: (): Job[] => {
      settling = settleJob(deps, settle)
      return [settling, ...sportsbookJobs(deps, readSettings, watchRules)]
    },
    /** The settings in force now. */
    readSettings,
    /** Settles now, not at the next interval, if this server runs the jobs. */
    settleSoon: (): void => settling?.wake(),
    /**
     * Accepts bets beside other servers, each within its share of the limits, until it is stopped: after the last
     * bet.
     */
    join,
    /** Places one bet, in lists; in play it answers after the market's delay. */
    placeBet,
    /** Places bets as one list, each decided after the one before; one that would have to wait is refused. */
    placeTogether,
    /** Bets above their limits, which traders accept. */
    referrals,
    /** The current maximum stake of a bet. */
    maxStake,
    /** Cash-out offers, and accepting them. */
    cashOuts,
    /** Cashes out or notifies for bets that reached their triggers; returns how many were cashed out. */
    watchRules,
    /** The matches with the highest worst-case cost. */
    readWorst: async (max: number) => readWorst(deps.db, await readSettings(), max),
    /** Resolves what matches have decided and settles all its bets; returns how many changed. */
    settle,
    /** Fixtures with their main markets, by kick-off. */
    readWireFixtures: (sql: Sql, fixtureIds: readonly number[]) => readFixtures(sql, fixtureIds, 'main'),
    /** The match pages for search engines. */
    pages: matchPages(deps.reads.shared),
    /** Fixtures with all their markets. */
    readAllMarkets: (fixtureIds: readonly number[]) => readFixtures(deps.db, fixtureIds, 'all'),
    /** The state of these fixtures, without their markets. */
    readFixtureStates: (fixtureIds: readonly number[]) => readFixtures(deps.db, fixtureIds, 'none'),
    /** The changes of these fixtures, as pushed to subscribers; unknown ids are omitted. */
    readPrices: (changes: Parameters<typeof readPrices>[1]) => readPrices(deps.db, changes),
    /** The current versions of these fixtures; unknown ids are omitted. */
    readVersions: (fixtureIds: readonly number[]) => selectVersions(deps.db, fixtureIds),
  }
}
