import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../../shared/api.ts'
import type { TextKey } from '../../../shared/text.ts'

/** The banners that operators plan, and what their links may lead to. */
export type Banners = DataOf<'GET /api/backoffice/banners'>
export type Banner = Banners['banners'][number]
export type Place = Banner['place']
export type Content = Pick<
  Banner,
  | 'place'
  | 'pictureId'
  | 'texts'
  | 'href'
  | 'order'
  | 'audience'
  | 'minVipLevel'
  | 'startsOn'
  | 'endsOn'
  | 'replaces'
>
export type BannerText = NonNullable<Banner['texts']['pt-BR']>

export const bannerLanguages: readonly TextLanguage[] = textLanguages

export const placeNames = {
  home: 'banners.place.home',
  start: 'banners.place.start',
} as const satisfies Record<Place, TextKey>

export const audienceNames = {
  all: 'banners.audience.all',
  players: 'banners.audience.players',
} as const satisfies Record<Banner['audience'], TextKey>

export const statusNames = {
  open: 'promotions.status.open',
  scheduled: 'banners.status.scheduled',
  live: 'banners.status.live',
  replaced: 'banners.status.replaced',
  ended: 'banners.status.ended',
  expired: 'banners.status.expired',
  rejected: 'promotions.status.rejected',
  stopped: 'promotions.status.stopped',
} as const satisfies Record<Banner['status'], TextKey>

export const statusTones = {
  open: 'warn',
  scheduled: 'neutral',
  live: 'win',
  replaced: 'neutral',
  ended: 'neutral',
  expired: 'neutral',
  rejected: 'neutral',
  stopped: 'neutral',
} as const satisfies Record<Banner['status'], Tone>

/** A banner as it is typed; numbers as text. */
export type TypedBanner = Omit<Content, 'order' | 'minVipLevel'> & {
  order: string
  minVipLevel: string
  reason: string
}

export const noText: BannerText = { title: '', alt: '', action: '' }

/** The form of a banner before anything is typed. */
export const emptyBanner = (place: Place, today: string): TypedBanner => ({
  place,
  pictureId: '',
  texts: { 'pt-BR': noText },
  href: '',
  order: '1',
  audience: 'all',
  minVipLevel: '0',
  startsOn: today,
  endsOn: '',
  replaces: null,
  reason: '',
})

/** The form of another version of a banner, which can begin today at the earliest. */
export const nextVersion = (banner: Banner, today: string): TypedBanner => ({
  ...contentOf(banner),
  order: String(banner.order),
  minVipLevel: String(banner.minVipLevel),
  startsOn: banner.startsOn < today ? today : banner.startsOn,
  replaces: banner.bannerId,
  reason: '',
})

/** What of a banner another version may change. */
const contentOf = ({
  place,
  pictureId,
  texts,
  href,
  order,
  audience,
  minVipLevel,
  startsOn,
  endsOn,
  replaces,
}: Content): Content => ({
  place,
  pictureId,
  texts,
  href,
  order,
  audience,
  minVipLevel,
  startsOn,
  endsOn,
  replaces,
})

/** A typed banner as it would be sent now, numbers and all. */
export const asContent = (typed: TypedBanner): Content =>
  contentOf({ ...typed, order: Number(typed.order), minVipLevel: Number(typed.minVipLevel) })

const wholeIn = (typed: string, from: number, to: number): number | undefined => {
  const number = Number(typed)
  return typed.trim() !== '' && Number.isInteger(number) && number >= from && number <= to
    ? number
    : undefined
}

/** Whether a link may be one of the app, or leads to an allowed host; the server knows the pages of the app. */
const isPlausible = (href: string, hosts: readonly string[]): boolean =>
  href.startsWith('/') ||
  hosts.some((host) => href === `https://${host}` || href.startsWith(`https://${host}/`))

/** The typed banner ready to send, or what is missing. */
export function contentTyped(
  typed: TypedBanner,
  hosts: readonly string[],
): { content: Content } | { missing: TextKey } {
  if (typed.pictureId === '') return { missing: 'banners.missing.picture' }
  const texts = Object.values(typed.texts)
  if (texts.some((text) => Object.values(text).some((words) => words.trim() === '')))
    return { missing: 'banners.missing.text' }
  if (typed.href === '') return { missing: 'banners.missing.link' }
  if (!isPlausible(typed.href, hosts)) return { missing: 'banners.missing.target' }
  const order = wholeIn(typed.order, 1, 99)
  const minVipLevel = typed.audience === 'all' ? 0 : wholeIn(typed.minVipLevel, 0, 12)
  if (order === undefined || minVipLevel === undefined) return { missing: 'banners.missing.number' }
  if (typed.startsOn === '') return { missing: 'promotions.propose.noStart' }
  if (typed.endsOn <= typed.startsOn) return { missing: 'banners.missing.end' }
  if (typed.reason.trim().length < 10) return { missing: 'promotions.propose.noReason' }
  return { content: contentOf({ ...typed, order, minVipLevel }) }
}

/** The newest version that came from this one: an edit of an older one would undo what others changed. */
export function newestOf(banners: readonly Banner[], bannerId: string): Banner | undefined {
  const own = banners.find((one) => one.bannerId === bannerId)
  const next = banners.find(({ replaces, status }) => replaces === bannerId && tookOver.includes(status))
  return next ? newestOf(banners, next.bannerId) : own
}

const tookOver: readonly Banner['status'][] = ['scheduled', 'live', 'replaced', 'ended']

/** A value as it is, or by its name in the operator's language. */
export type Shown = string | { text: TextKey }
type Change = { name: TextKey; language?: string; before: Shown; after: Shown }

/** The fields in which two versions differ. */
export function changesOf(before: Content, after: Content): Change[] {
  const plain: readonly Change[] = [
    { name: 'banners.field.link', before: before.href, after: after.href },
    {
      name: 'banners.field.picture',
      before: before.pictureId.slice(0, 8),
      after: after.pictureId.slice(0, 8),
    },
    { name: 'banners.field.order', before: String(before.order), after: String(after.order) },
    {
      name: 'banners.field.audience',
      before: { text: audienceNames[before.audience] },
      after: { text: audienceNames[after.audience] },
    },
    { name: 'banners.field.level', before: String(before.minVipLevel), after: String(after.minVipLevel) },
    { name: 'promotions.column.starts', before: before.startsOn, after: after.startsOn },
    { name: 'promotions.column.ends', before: before.endsOn, after: after.endsOn },
  ]
  const texts = bannerLanguages.flatMap((language): Change[] => {
    const [was, is] = [before.texts[language] ?? noText, after.texts[language] ?? noText]
    return [
      { name: 'banners.field.title', language, before: was.title, after: is.title },
      { name: 'banners.field.alt', language, before: was.alt, after: is.alt },
      { name: 'banners.field.action', language, before: was.action, after: is.action },
    ]
  })
  return [...texts, ...plain].filter(
    (change) => JSON.stringify(change.before) !== JSON.stringify(change.after),
  )
}

/** One operator's change of an older version applied to the newest one: fields that it left alone are those of now. */
export function carriedOver(typed: TypedBanner, base: Content, newest: Banner, today: string): TypedBanner {
  const now = nextVersion(newest, today)
  const was = nextVersion({ ...newest, ...base }, today)
  const taken = Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof TypedBanner]),
    ),
  )
  return { ...now, ...taken, replaces: newest.bannerId, reason: typed.reason }
}
