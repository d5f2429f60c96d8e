import type { OperatorCalls } from '@palpite/contract/backoffice'
import { type CompliancePolicy, forbiddenWordsIn } from '../../protection/index.ts'

type Body = OperatorCalls['POST /api/backoffice/campaigns']['body']
export type Audience = Body['audience']
export type CampaignTexts = Body['texts']

/** What of a campaign decides whether it may be sent under the compliance profile. */
type Content = { texts: CampaignTexts; audience: Audience }

export type CampaignPolicy = Pick<CompliancePolicy, 'terms' | 'hasRewards'>

/**
 * The first field that is not allowed, with the words in it that the compliance profile forbids; undefined if all are
 * allowed.
 */
export function unfitCampaign(
  policy: CampaignPolicy,
  { texts, audience }: Content,
): { field: string; words?: readonly string[] } | undefined {
  const { minVipLevel, maxVipLevel, registeredFrom, registeredTo } = audience
  if (asksLevel(audience) && !policy.hasRewards('levels')) return { field: 'audience.minVipLevel' }
  if (minVipLevel !== null && maxVipLevel !== null && minVipLevel > maxVipLevel)
    return { field: 'audience.maxVipLevel' }
  if (registeredFrom !== null && registeredTo !== null && registeredFrom > registeredTo)
    return { field: 'audience.registeredTo' }
  for (const [lang, { title, text }] of Object.entries(texts)) {
    const words = forbiddenWordsIn(policy, `${title} · ${text}`)
    if (words.length > 0) return { field: `texts.${lang}`, words }
  }
  return undefined
}

const DAY_MS = 86_400_000
/** The longest time in which a campaign is sent: its audience and words are those of its plan. */
const MAX_DAYS = 31
/** The longest time before it is sent: its second operator reads it while it is true. */
const MAX_AHEAD_DAYS = 92

type Times = { now: Date; sendAt: Date | null; endsAt: Date }

/** The first of a campaign's times that is not allowed. */
export function unfitTime({ now, sendAt, endsAt }: Times): 'sendAt' | 'endsAt' | undefined {
  const start = Math.max(sendAt?.getTime() ?? 0, now.getTime())
  if (sendAt !== null && sendAt.getTime() > now.getTime() + MAX_AHEAD_DAYS * DAY_MS) return 'sendAt'
  return endsAt.getTime() <= start || endsAt.getTime() > start + MAX_DAYS * DAY_MS ? 'endsAt' : undefined
}

/** Whether the audience depends on the VIP level. */
export const asksLevel = ({ minVipLevel, maxVipLevel }: Audience): boolean =>
  minVipLevel !== null || maxVipLevel !== null

/** A player who registered in the days of the audience; what its rules do not ask for is undefined. */
export type Candidate = {
  playerId: number
  isClosed: boolean
  vipLevel: number | undefined
  /** Undefined: never active. */
  daysAway: number | undefined
  hasDeposited: boolean | undefined
  /** Why the player must receive no marketing. */
  barred: 'break' | 'harm' | undefined
  /** Whether the player takes this kind of message in the message centre. */
  isWilling: boolean
}

/** Whether the rules about level, activity and deposits apply to a player. */
export function isInAudience(
  { minVipLevel, maxVipLevel, activity, hasDeposited }: Audience,
  { vipLevel = 0, daysAway = Number.POSITIVE_INFINITY, ...player }: Candidate,
): boolean {
  if (minVipLevel !== null && vipLevel < minVipLevel) return false
  if (maxVipLevel !== null && vipLevel > maxVipLevel) return false
  if (activity !== null && daysAway < activity.days !== (activity.kind === 'active')) return false
  return hasDeposited === null || hasDeposited === player.hasDeposited
}

export const leftOutReasons = ['closed', 'break', 'harm', 'consent'] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** Why a player of the audience does not receive a campaign; undefined: the player does. */
export const whyLeftOut = ({ isClosed, barred, isWilling }: Candidate): LeftOut | undefined =>
  isClosed ? 'closed' : (barred ?? (isWilling ? undefined : 'consent'))

type Decided = {
  now: Date
  sendAt: Date | null
  endsAt: Date
  approvedAt: Date | null
  endedAt: Date | null
  finishedAt: Date | null
  isCut: boolean
}

type CampaignStatus = OperatorCalls['GET /api/backoffice/campaigns']['data']['campaigns'][number]['status']

/** The state of a campaign. */
export function statusOf(one: Decided): CampaignStatus {
  if (one.endedAt !== null) return one.approvedAt === null ? 'rejected' : 'stopped'
  if (one.approvedAt === null) return one.endsAt <= one.now ? 'expired' : 'open'
  if (one.finishedAt !== null) return one.isCut ? 'cut' : 'sent'
  return one.sendAt !== null && one.sendAt > one.now ? 'planned' : 'sending'
}
