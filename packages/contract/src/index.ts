import { bannerCalls } from './banners.ts'
import { cashierCalls } from './cashier.ts'
import { documentCalls } from './documents.ts'
import { followCalls } from './follow.ts'
import { gamesCalls } from './games.ts'
import { betResultCalls } from './bet-results.ts'
import { identityCalls } from './identity.ts'
import { ownDataCalls } from './own-data.ts'
import { passkeyCalls, secondFactorCalls } from './passkeys.ts'
import { messagesCalls } from './messages.ts'
import { protectionCalls } from './protection.ts'
import { publicLogCalls } from './public-log.ts'
import { realtimeCalls } from './realtime.ts'
import { rewardsCalls } from './rewards.ts'
import { betCalls } from './bets.ts'
import { betProfitCalls } from './bet-profit.ts'
import { bookingCalls } from './booking.ts'
import { promotionCalls } from './promotions.ts'
import { sportsbookCalls } from './sportsbook.ts'
import { leagueTableCalls } from './league-table.ts'
import { maintenanceCalls } from './maintenance.ts'
import { studioGamesCalls } from './studio-games.ts'
import { supportCalls } from './support.ts'
import type { ValueOf } from './call.ts'

/** The player API: one entry per HTTP call, keyed by method and path. */
export const calls = {
  ...identityCalls,
  ...betResultCalls,
  ...ownDataCalls,
  ...passkeyCalls,
  ...secondFactorCalls,
  ...cashierCalls,
  ...sportsbookCalls,
  ...leagueTableCalls,
  ...followCalls,
  ...betCalls,
  ...bookingCalls,
  ...promotionCalls,
  ...betProfitCalls,
  ...gamesCalls,
  ...studioGamesCalls,
  ...protectionCalls,
  ...documentCalls,
  ...rewardsCalls,
  ...bannerCalls,
  ...publicLogCalls,
  ...realtimeCalls,
  ...messagesCalls,
  ...supportCalls,
  ...maintenanceCalls,
}

export type CallKey = keyof typeof calls

type Part<K extends CallKey, P extends string> = (typeof calls)[K] extends { [Q in P]: infer S }
  ? ValueOf<S>
  : undefined

/** The types of a call: `Calls['GET /api/app/user/userInfo']['data']`. */
export type Calls = {
  [K in CallKey]: {
    params: Part<K, 'params'>
    query: Part<K, 'query'>
    body: Part<K, 'body'>
    data: Part<K, 'data'>
  }
}

export type { Access, Call } from './call.ts'
export { bannerPagePatterns, bannerPages, type BannerPlace } from './banners.ts'
export {
  brazilianStates,
  type ExposureRelation,
  exposureRelations,
  type Gender,
  genders,
} from './own-data.ts'
export { instant } from './call.ts'
export { type DocumentRefusal, documentRefusals, type DocumentSide, documentSides } from './documents.ts'
export { maxFavourites } from './follow.ts'
export {
  type Family,
  familyOf,
  type SportState,
  sportState,
  type SportStates,
  sportStates,
} from './sport-states.ts'
export {
  actions,
  choices,
  doubleRoundSeconds,
  type GameCode,
  gameCodes,
  gameRooms,
  gameRound,
  luckyPicks,
  luckyRooms,
  states,
  type RoundResult,
} from './game-rounds.ts'
export {
  type MaintenancePart,
  maintenanceParts,
  type MaintenanceScope,
  maintenanceScopes,
} from './maintenance-parts.ts'
export { type MessageKind, messageKinds } from './messages.ts'
export {
  type BlockedProduct,
  blockedProducts,
  realityMinutes,
  type RealityMinutes,
  type BreakLength,
  breakSpans,
  exclusionLengths,
  isMoneyLimit,
  type LimitKind,
  limitKinds,
  type LimitPeriod,
  limitPeriods,
  timeOutLengths,
  type HarmReason,
  type HarmSign,
  harmSigns,
  type HarmStep,
  harmSteps,
} from './protection.ts'
export {
  type ClientEvents,
  clientEvents,
  type PlayerEvents,
  playerEvents,
  type PublicEvents,
  publicEvents,
  socketPath,
} from './realtime.ts'
export type { SupportAbout } from './support.ts'
export { type Refusal, type RefusalCode, refusals, type SessionEnding } from './refusals.ts'
