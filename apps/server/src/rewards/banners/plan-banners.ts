import { requestDigest } from '../../platform/crypto.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { selectToday } from '../plan-queries.ts'
import {
  type BannerRow,
  insertBanner,
  lockBanners,
  selectBannerOfRequest,
  selectBannerPicture,
  selectBanners,
  updateBannerToApproved,
  updateBannerToEnded,
} from './queries.ts'
import {
  type BannerContent,
  type BannerPolicy,
  maxAtOnce,
  mostAtOnce,
  pagesUnder,
  statusOf,
  unfitContent,
} from './rules.ts'

/** What decides whether a banner may show: the compliance profile, and the hosts of https links. */
export type BannerBounds = { policy: BannerPolicy; hosts: readonly string[] }

type PlanBanner = BannerContent & {
  replaces: number | null
  reason: string
  operatorId: number
  requestId: string
}

type UnfitRefusal = 'bad_request' | 'banner_words'
type Planned = { bannerId: number; isNew: boolean; before: BannerRow | undefined }
type AreIndependent = (tx: Tx, one: number, other: number) => Promise<boolean>

/** The most versions shown to operators at once, besides all that may still show. */
const MAX_BANNERS = 200

/** The hosts that https links may lead to. */
export const bannerHosts = ({ BANNER_HOSTS }: { BANNER_HOSTS?: string | undefined }): readonly string[] =>
  BANNER_HOSTS?.split(' ') ?? []

/** Records a planned banner; it shows only once another operator approves it. Idempotent. */
export async function planBanner(
  tx: Tx,
  bounds: BannerBounds,
  { operatorId, requestId, ...asked }: PlanBanner,
): Promise<Result<Planned, UnfitRefusal | 'banner_outdated' | 'request_mismatch'>> {
  await lockBanners(tx)
  const digest = requestDigest(asked)
  const [known] = await selectBannerOfRequest(tx, requestId)
  if (known) {
    const isSame = known.digest === digest && known.proposedBy === operatorId
    return isSame ? ok({ bannerId: known.id, isNew: false, before: undefined }) : refuse('request_mismatch')
  }
  const unfit = refuseUnfit(bounds, asked)
  if (unfit) return unfit
  if (asked.startsOn < (await readToday(tx))) return refuseField('startsOn')
  if ((await selectBannerPicture(tx, asked.pictureId)).length === 0) return refuseField('pictureId')
  const before = asked.replaces === null ? undefined : await readOne(tx, asked.replaces)
  if (asked.replaces !== null && before?.place !== asked.place) return refuseField('replaces')
  if (before && !isNewest(before)) return refuse('banner_outdated')
  // With an earlier start it would show beside the version that the replaced one replaces.
  if (before && asked.startsOn < before.startsOn) return refuseField('startsOn')
  const [written] = await insertBanner(tx, { ...asked, proposedBy: operatorId, requestId, digest })
  return ok({ bannerId: present(written, 'the planned banner').id, isNew: true, before })
}

type Approved = { banner: BannerRow; before: BannerRow | undefined }
type ApproveRefusal =
  | UnfitRefusal
  | 'not_found'
  | 'setting_decided'
  | 'four_eyes'
  | 'banner_over'
  | 'banner_outdated'
  | 'banners_full'
  | 'promotion_overlaps'

/**
 * Approves a planned banner, which shows from its first day on, at once if that has come; the version that it replaces
 * shows until then. The approving operator must be independent of the planning one.
 */
export async function approveBanner(
  tx: Tx,
  { id, by }: { id: number; by: number },
  { areIndependent, ...bounds }: BannerBounds & { areIndependent: AreIndependent },
): Promise<Result<Approved, ApproveRefusal>> {
  await lockBanners(tx)
  const banner = await readOne(tx, id)
  if (!banner) return refuse('not_found')
  if (banner.approvedAt !== null || banner.endedAt !== null) return refuse('setting_decided')
  if (!(await areIndependent(tx, banner.proposedBy, by))) return refuse('four_eyes')
  const today = await readToday(tx)
  if (banner.endsOn <= today) return refuse('banner_over')
  // The profile or the hosts may have changed since it was planned.
  const unfit = refuseUnfit(bounds, banner)
  if (unfit) return unfit
  const before = banner.replaces === null ? undefined : await readOne(tx, banner.replaces)
  if (before && !isNewest(before)) return refuse('banner_outdated')
  const startsOn = banner.startsOn < today ? today : banner.startsOn
  if (before && startsOn < before.startsOn) return refuse('banner_outdated')
  const full = await refuseFull(tx, banner, { startsOn, without: before?.id })
  if (full) return full
  await updateBannerToApproved(tx, id, by)
  return ok({ banner, before })
}

type FullRefusal = 'banners_full' | 'promotion_overlaps'

/** Refuses a banner if its place is full on one of its days, from `startsOn` on. */
async function refuseFull(
  tx: Tx,
  { id, place, endsOn }: BannerRow,
  { startsOn, without }: { startsOn: string; without: number | undefined },
): Promise<Result<never, FullRefusal> | undefined> {
  const others = (await selectBanners(tx, { id: null, max: MAX_BANNERS }))
    .filter((one) => one.place === place && one.approvedAt !== null && one.endedAt === null && one.id !== id)
    .map((one) => (one.id === without ? { ...one, replacedOn: startsOn } : one))
  const max = maxAtOnce[place]
  if (mostAtOnce(others, { startsOn, endsOn }) < max) return undefined
  return place === 'start' ? refuse('promotion_overlaps') : refuse('banners_full', { values: { max } })
}

/**
 * Rejects a planned banner, takes back a scheduled one, or stops a live one. When a live banner is stopped, the version
 * that it replaced does not return; when a scheduled one is taken back, that version continues, if there is room on all
 * its days.
 */
export async function endBanner(
  tx: Tx,
  { id, by }: { id: number; by: number },
): Promise<
  Result<
    { banner: BannerRow; status: string },
    'not_found' | 'setting_decided' | 'banner_outdated' | FullRefusal
  >
> {
  await lockBanners(tx)
  const banner = await readOne(tx, id)
  if (!banner) return refuse('not_found')
  const status = statusOf(banner, await readToday(tx))
  if (!['open', 'expired', 'scheduled', 'live'].includes(status)) return refuse('setting_decided')
  // Otherwise its predecessor and its successor would show together: the successor is taken back first.
  if (status === 'scheduled' && banner.replacedOn !== null) return refuse('banner_outdated')
  const before =
    status === 'scheduled' && banner.replaces !== null ? await readOne(tx, banner.replaces) : undefined
  if (before && before.endedAt === null && before.endsOn > banner.startsOn) {
    const full = await refuseFull(tx, before, { startsOn: banner.startsOn, without: id })
    if (full) return full
  }
  await updateBannerToEnded(tx, id, by)
  return ok({ banner, status })
}

/** All versions for operators, newest first, with their state today, and what links may lead to. */
export async function readBanners(sql: Sql, { policy, hosts }: BannerBounds) {
  const [rows, today] = await Promise.all([
    selectBanners(sql, { id: null, max: MAX_BANNERS }),
    readToday(sql),
  ])
  return {
    today,
    pages: pagesUnder(policy),
    hosts: [...hosts],
    banners: rows.map((row) => ({ ...row, status: statusOf(row, today) })),
  }
}

/** What shows today, in its order, without what the compliance profile or the allowed hosts no longer permit. */
export async function readLiveBanners(sql: Sql, { policy, hosts }: BannerBounds): Promise<BannerRow[]> {
  const [rows, today] = await Promise.all([selectBanners(sql, { id: null, max: 0 }), readToday(sql)])
  return rows
    .filter((row) => statusOf(row, today) === 'live' && unfitContent(policy, hosts, row) === undefined)
    .toSorted((one, other) => one.order - other.order || one.id - other.id)
}

/** Whether a version may be replaced: it was approved, was not ended, and no other one replaced it. */
const isNewest = ({ approvedAt, endedAt, replacedOn }: BannerRow): boolean =>
  approvedAt !== null && endedAt === null && replacedOn === null

const readOne = async (sql: Sql, id: number): Promise<BannerRow | undefined> =>
  (await selectBanners(sql, { id, max: 1 }))[0]

const readToday = async (sql: Sql): Promise<string> => present((await selectToday(sql))[0], 'the day').today

function refuseUnfit({ policy, hosts }: BannerBounds, content: BannerContent) {
  const unfit = unfitContent(policy, hosts, content)
  if (!unfit) return undefined
  const { field, words } = unfit
  return words
    ? refuse('banner_words', { values: { words: words.join(', ') }, detail: { field, words } })
    : refuseField(field)
}

const refuseField = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })
