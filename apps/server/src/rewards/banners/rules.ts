import { bannerPagePatterns, bannerPages, type BannerPlace } from '@palpite/contract'
import { type CompliancePolicy, forbiddenWordsIn } from '../../protection/index.ts'
import type { Lang } from '../../platform/texts.ts'

export type BannerText = { title: string; alt: string; action: string }
export type BannerTexts = Partial<Record<Lang, BannerText>>

/** What a banner shows, to whom and when; a change of it is another version. */
export type BannerContent = {
  place: BannerPlace
  pictureId: string
  texts: BannerTexts
  href: string
  order: number
  audience: 'all' | 'players'
  minVipLevel: number
  startsOn: string
  /** The first day on which it no longer shows. */
  endsOn: string
}

/** The longest a banner shows without being planned again. */
const MAX_DAYS = 92

/** The most banners of a place on one day: players swipe through no more, and should close no second start mask. */
export const maxAtOnce = { home: 8, start: 1 } as const satisfies Record<BannerPlace, number>

export type BannerPolicy = Pick<CompliancePolicy, 'terms' | 'hasRewards'>

type Unfit = { field: string; words?: readonly string[] }

/**
 * The first field that is not allowed, with the words in it that the compliance profile forbids; undefined if all are
 * allowed. Under a profile without gifts or promotions a banner promises none and creates no urgency (C4, C5, C8).
 */
export function unfitContent(
  policy: BannerPolicy,
  hosts: readonly string[],
  { texts, href, audience, minVipLevel, startsOn, endsOn }: BannerContent,
): Unfit | undefined {
  if (!isLinkable(policy, hosts, href)) return { field: 'href' }
  if (minVipLevel > 0 && (audience === 'all' || !policy.hasRewards('levels'))) return { field: 'minVipLevel' }
  if (endsOn <= startsOn || daysBetween(startsOn, endsOn) > MAX_DAYS) return { field: 'endsOn' }
  for (const [lang, text] of Object.entries(texts)) {
    const words = forbiddenWordsIn(policy, Object.values(text).join(' · '))
    if (words.length > 0) return { field: `texts.${lang}`, words }
  }
  return undefined
}

const DAY_MS = 86_400_000
const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS

/** The pages of the app that exist under the policy. */
export const pagesUnder = ({ hasRewards }: BannerPolicy): string[] =>
  Object.entries(bannerPages).flatMap(([page, needs]) => (needs === null || hasRewards(needs) ? [page] : []))

/** Whether a link leads to a page of the app that exists, or by https to an allowed host and nowhere else. */
export function isLinkable(policy: BannerPolicy, hosts: readonly string[], href: string): boolean {
  if (href.startsWith('/')) {
    if (pagesUnder(policy).includes(href)) return true
    return bannerPagePatterns.some(
      ({ pattern, needs }) => pattern.test(href) && (needs === null || policy.hasRewards(needs)),
    )
  }
  if (!URL.canParse(href)) return false
  const { protocol, hostname, port, username, password, href: written } = new URL(href)
  const isPlain = port === '' && username === '' && password === '' && written === href
  return protocol === 'https:' && isPlain && hosts.includes(hostname)
}

/** The days on which an approved version shows: until its end, or until another one replaces it. */
export type ShownDays = { startsOn: string; endsOn: string; replacedOn: string | null }

const lastOf = ({ endsOn, replacedOn }: ShownDays): string =>
  replacedOn !== null && replacedOn < endsOn ? replacedOn : endsOn

/** The most of these that show on one day of a period, from its first day to its end. */
export function mostAtOnce(
  shown: readonly ShownDays[],
  period: Pick<ShownDays, 'startsOn' | 'endsOn'>,
): number {
  const isOn = (day: string) => shown.filter((one) => one.startsOn <= day && lastOf(one) > day).length
  // The number only rises on a day on which one starts.
  const days = shown
    .map(({ startsOn }) => startsOn)
    .filter((day) => day > period.startsOn && day < period.endsOn)
  return Math.max(...[period.startsOn, ...days].map(isOn))
}

type Decided = ShownDays & { approvedAt: Date | null; endedAt: Date | null }

export type BannerStatus =
  | 'open'
  | 'scheduled'
  | 'live'
  | 'replaced'
  | 'ended'
  | 'expired'
  | 'rejected'
  | 'stopped'

/** The state of a version on a day. */
export function statusOf(one: Decided, today: string): BannerStatus {
  if (one.endedAt !== null) return one.approvedAt === null ? 'rejected' : 'stopped'
  if (one.approvedAt === null) return one.endsOn <= today ? 'expired' : 'open'
  if (one.endsOn <= today) return 'ended'
  if (one.replacedOn !== null && one.replacedOn <= today) return 'replaced'
  return one.startsOn <= today ? 'live' : 'scheduled'
}

/** The texts for a language: its own, else the English ones, else the Portuguese, which every banner has. */
export function textIn(texts: BannerTexts, lang: Lang): { lang: Lang; text: BannerText } | undefined {
  for (const each of [lang, 'en', 'pt-BR'] as const) {
    const text = texts[each]
    if (text) return { lang: each, text }
  }
  return undefined
}
