import type { ValueOf } from '../call.ts'
import { auditCalls } from './audit.ts'
import { operatorBannerCalls } from './banners.ts'
import { operatorCampaignCalls } from './campaigns.ts'
import { operatorBankCalls } from './bank.ts'
import { operatorReferralCalls } from './bet-referrals.ts'
import { operatorBetCalls } from './bets.ts'
import { operatorBookCalls } from './books.ts'
import { operatorCannedAnswerCalls } from './canned-answers.ts'
import { operatorCashierCalls, operatorTopUpCalls } from './cashier.ts'
import { operatorDocumentCalls } from './documents.ts'
import { operatorExposureCalls } from './exposures.ts'
import { feedCalls } from './feeds.ts'
import { operatorFilterCalls } from './filters.ts'
import { operatorHarmCalls } from './harm.ts'
import { operatorInvitationCalls } from './invitations.ts'
import { operatorListedPersonCalls } from './listed-persons.ts'
import { operatorSessionCalls } from './operators.ts'
import { operatorMaintenanceCalls } from './maintenance.ts'
import { operatorNoteCalls } from './notes.ts'
import { operatorPlayerContextCalls } from './player-context.ts'
import { operatorPlayerCalls } from './players.ts'
import { operatorPlayCalls } from './plays.ts'
import { operatorPromotionCalls } from './promotions.ts'
import { operatorReportCalls } from './reports.ts'
import { operatorRewardsCalls } from './rewards.ts'
import { operatorSearchCalls } from './search.ts'
import { settingsCalls } from './settings.ts'
import { operatorStudioCalls } from './studios.ts'
import { operatorSupportCalls } from './support.ts'
import { operatorTimelineCalls } from './timeline.ts'
import { systemCalls } from './system.ts'
import { operatorTradingCalls } from './trading.ts'

/** The operators' API, separate from the players': the player app never includes it. */
export const operatorCalls = {
  ...operatorSessionCalls,
  ...operatorFilterCalls,
  ...operatorSearchCalls,
  ...settingsCalls,
  ...auditCalls,
  ...feedCalls,
  ...operatorBetCalls,
  ...operatorReferralCalls,
  ...operatorPlayerCalls,
  ...operatorNoteCalls,
  ...operatorInvitationCalls,
  ...operatorTimelineCalls,
  ...operatorPlayerContextCalls,
  ...operatorPlayCalls,
  ...operatorSupportCalls,
  ...operatorCannedAnswerCalls,
  ...operatorRewardsCalls,
  ...operatorCashierCalls,
  ...operatorTopUpCalls,
  ...operatorBankCalls,
  ...operatorBookCalls,
  ...operatorStudioCalls,
  ...operatorTradingCalls,
  ...operatorHarmCalls,
  ...operatorPromotionCalls,
  ...operatorBannerCalls,
  ...operatorCampaignCalls,
  ...operatorReportCalls,
  ...operatorDocumentCalls,
  ...operatorExposureCalls,
  ...operatorListedPersonCalls,
  ...systemCalls,
  ...operatorMaintenanceCalls,
}

export type OperatorCallKey = keyof typeof operatorCalls

type Part<K extends OperatorCallKey, P extends string> = (typeof operatorCalls)[K] extends {
  [Q in P]: infer S
}
  ? ValueOf<S>
  : undefined

/** The types of a call: `OperatorCalls['GET /api/backoffice/audit']['data']`. */
export type OperatorCalls = {
  [K in OperatorCallKey]: {
    params: Part<K, 'params'>
    query: Part<K, 'query'>
    body: Part<K, 'body'>
    data: Part<K, 'data'>
  }
}

export type { OperatorCall } from './call.ts'
export { type TimelineEvent, timelineEvents, type TimelineKind, timelineKinds } from './timeline.ts'
export { type ListGround, listGrounds } from './listed-persons.ts'
export {
  ACTING_SESSION,
  BEGUN_SESSION,
  type NeededPermission,
  OWN_SESSION,
  type Permission,
  permissions,
  permissionsGrantedByTwo,
  type Role,
  roles,
} from './permissions.ts'
