import type { Tone } from '@palpite/ui'
import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import type { DataOf } from '../../../shared/api.ts'
import type { TextKey } from '../../../shared/text.ts'

export type Campaigns = DataOf<'GET /api/backoffice/campaigns'>
export type Campaign = Campaigns['campaigns'][number]
export type Audience = Campaign['audience']
export type CampaignText = NonNullable<Campaign['texts']['pt-BR']>
export type Count = DataOf<'POST /api/backoffice/campaigns/count'>

export const statusNames = {
  open: 'promotions.status.open',
  expired: 'banners.status.expired',
  planned: 'campaigns.status.planned',
  sending: 'campaigns.status.sending',
  sent: 'campaigns.status.sent',
  cut: 'campaigns.status.cut',
  rejected: 'promotions.status.rejected',
  stopped: 'promotions.status.stopped',
} as const satisfies Record<Campaign['status'], TextKey>

export const statusTones = {
  open: 'warn',
  expired: 'neutral',
  planned: 'info',
  sending: 'brand',
  sent: 'win',
  cut: 'neutral',
  rejected: 'neutral',
  stopped: 'neutral',
} as const satisfies Record<Campaign['status'], Tone>

/** The list's filter by state. */
export const viewNames = {
  all: 'campaigns.filter.all',
  open: 'campaigns.filter.open',
  active: 'campaigns.filter.active',
  over: 'campaigns.filter.over',
} as const satisfies Record<string, TextKey>

export type View = keyof typeof viewNames

const activeStatuses: readonly Campaign['status'][] = ['planned', 'sending']

/** Whether the list shows a campaign under a filter. */
export function isInView(view: View, { status }: Pick<Campaign, 'status'>): boolean {
  if (view === 'all') return true
  if (view === 'open') return status === 'open'
  return activeStatuses.includes(status) ? view === 'active' : view === 'over' && status !== 'open'
}

const endableStatuses: readonly Campaign['status'][] = ['open', 'expired', 'planned', 'sending']

/** Whether a campaign can be rejected or stopped: one that was sent until its end, since mails may wait. */
export const mayBeEnded = ({ status, endsAt }: Pick<Campaign, 'status' | 'endsAt'>, now: Date): boolean =>
  endableStatuses.includes(status) || (status === 'sent' && new Date(endsAt) > now)

export const activityNames = {
  any: 'campaigns.activity.any',
  active: 'campaigns.activity.active',
  inactive: 'campaigns.activity.inactive',
} as const satisfies Record<'any' | 'active' | 'inactive', TextKey>

export const depositNames = {
  any: 'campaigns.deposits.any',
  yes: 'campaigns.deposits.yes',
  no: 'campaigns.deposits.no',
} as const satisfies Record<'any' | 'yes' | 'no', TextKey>

/** A campaign as it is typed; an empty field is no rule. Times are minutes on the house's clock. */
export type TypedCampaign = {
  name: string
  texts: Partial<Record<TextLanguage, CampaignText>>
  minVipLevel: string
  maxVipLevel: string
  registeredFrom: string
  registeredTo: string
  activity: keyof typeof activityNames
  days: string
  deposits: keyof typeof depositNames
  sendAt: string
  endsAt: string
  reason: string
}

export const noText: CampaignText = { title: '', text: '' }

export const emptyCampaign: TypedCampaign = {
  name: '',
  texts: { 'pt-BR': noText },
  minVipLevel: '',
  maxVipLevel: '',
  registeredFrom: '',
  registeredTo: '',
  activity: 'any',
  days: '30',
  deposits: 'any',
  sendAt: '',
  endsAt: '',
  reason: '',
}

const wholeIn = (typed: string, from: number, to: number): number | undefined => {
  const number = Number(typed)
  return typed.trim() !== '' && Number.isInteger(number) && number >= from && number <= to
    ? number
    : undefined
}

/** A level, null without one, undefined if it is none. */
const levelOf = (typed: string): number | null | undefined =>
  typed.trim() === '' ? null : wholeIn(typed, 0, 12)

/** The typed audience; undefined if a number or the order of two is wrong. */
export function audienceTyped(typed: TypedCampaign): Audience | undefined {
  const [minVipLevel, maxVipLevel] = [levelOf(typed.minVipLevel), levelOf(typed.maxVipLevel)]
  const days = wholeIn(typed.days, 1, 365)
  if (minVipLevel === undefined || maxVipLevel === undefined) return undefined
  if (minVipLevel !== null && maxVipLevel !== null && minVipLevel > maxVipLevel) return undefined
  if (typed.activity !== 'any' && days === undefined) return undefined
  if (typed.registeredTo !== '' && typed.registeredFrom > typed.registeredTo) return undefined
  return {
    minVipLevel,
    maxVipLevel,
    registeredFrom: typed.registeredFrom || null,
    registeredTo: typed.registeredTo || null,
    activity: typed.activity === 'any' || days === undefined ? null : { kind: typed.activity, days },
    hasDeposited: typed.deposits === 'any' ? null : typed.deposits === 'yes',
  }
}

type Content = Pick<Campaign, 'name' | 'texts' | 'audience' | 'sendAt' | 'endsAt' | 'reason'>

/** The typed campaign ready to send, or what is missing. */
export function contentTyped(typed: TypedCampaign): { content: Content } | { missing: TextKey } {
  const { name, texts, sendAt, endsAt, reason } = typed
  if (name.trim() === '') return { missing: 'campaigns.missing.name' }
  if (Object.values(texts).some((text) => text && (text.title.trim() === '' || text.text.trim() === '')))
    return { missing: 'campaigns.missing.text' }
  const audience = audienceTyped(typed)
  if (audience === undefined) return { missing: 'campaigns.missing.audience' }
  if (endsAt === '' || endsAt <= sendAt) return { missing: 'campaigns.missing.end' }
  if (reason.trim().length < 10) return { missing: 'promotions.propose.noReason' }
  return { content: { name, texts, audience, sendAt: sendAt === '' ? null : sendAt, endsAt, reason } }
}

/** The languages that have no texts yet: their players get the Portuguese ones. */
export const missingLanguages = (texts: TypedCampaign['texts']): TextLanguage[] =>
  textLanguages.filter((language) => {
    const text = texts[language]
    return !text || text.title.trim() === '' || text.text.trim() === ''
  })

/** Two counted parts of an audience together. */
export const addCounts = (one: Count, other: Count): Count => ({
  willReceive: one.willReceive + other.willReceive,
  leftOut: {
    closed: one.leftOut.closed + other.leftOut.closed,
    break: one.leftOut.break + other.leftOut.break,
    harm: one.leftOut.harm + other.leftOut.harm,
    consent: one.leftOut.consent + other.leftOut.consent,
  },
  next: other.next,
})
