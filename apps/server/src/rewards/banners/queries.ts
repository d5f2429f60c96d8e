import type { Sql, Tx } from '../../platform/db/index.ts'
import type { BannerContent } from './rules.ts'

export type BannerRow = BannerContent & {
  id: number
  replaces: number | null
  /** The first day of the version that replaced this one. */
  replacedOn: string | null
  reason: string
  proposedBy: number
  proposedAt: Date
  approvedBy: number | null
  approvedAt: Date | null
  endedBy: number | null
  endedAt: Date | null
}

/** Serialises plans, decisions and deletions of pictures until the transaction ends. Taken before any row lock. */
export const lockBanners = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('rewards:banners', 0))`

/**
 * The newest versions with all that may still show, or one; newest first. A version that was taken back before its
 * first day replaced nothing.
 */
export const selectBanners = (sql: Sql, { id, max }: { id: number | null; max: number }) => sql<BannerRow[]>`
  select banner.id, banner.place, banner.picture_id as "pictureId", banner.texts, banner.href, banner.sort_order as "order",
         banner.audience, banner.min_vip_level as "minVipLevel", banner.starts_on::text as "startsOn",
         banner.ends_on::text as "endsOn", banner.replaces, next.starts_on::text as "replacedOn", banner.reason,
         banner.proposed_by as "proposedBy", banner.proposed_at as "proposedAt", banner.approved_by as "approvedBy",
         banner.approved_at as "approvedAt", banner.ended_by as "endedBy", banner.ended_at as "endedAt"
    from rewards_banner banner
    left join lateral (
      select min(other.starts_on) as starts_on from rewards_banner other
       where other.replaces = banner.id and other.approved_at is not null
         and (other.ended_at is null or (other.ended_at at time zone 'America/Sao_Paulo')::date >= other.starts_on)
    ) next on true
   where (${id}::bigint is not null and banner.id = ${id}::bigint)
      or (${id}::bigint is null
          and (banner.id in (select id from rewards_banner order by id desc limit ${max})
               or (banner.approved_at is not null and banner.ended_at is null
                   and banner.ends_on > (now() at time zone 'America/Sao_Paulo')::date)))
   order by banner.id desc`

export const selectBannerOfRequest = (tx: Tx, requestId: string) => tx<
  { id: number; digest: string; proposedBy: number }[]
>`
  select id, request_digest as digest, proposed_by as "proposedBy" from rewards_banner where request_id = ${requestId}`

type NewBanner = BannerContent & {
  replaces: number | null
  reason: string
  proposedBy: number
  requestId: string
  digest: string
}

export const insertBanner = (tx: Tx, banner: NewBanner) => tx<{ id: number }[]>`
  insert into rewards_banner (request_id, request_digest, place, replaces, picture_id, texts, href, sort_order, audience,
                              min_vip_level, starts_on, ends_on, reason, proposed_by)
  values (${banner.requestId}, ${banner.digest}, ${banner.place}, ${banner.replaces}, ${banner.pictureId},
          ${JSON.stringify(banner.texts)}::jsonb, ${banner.href}, ${banner.order}, ${banner.audience},
          ${banner.minVipLevel}, ${banner.startsOn}::date, ${banner.endsOn}::date, ${banner.reason}, ${banner.proposedBy})
  returning id`

export const updateBannerToApproved = (tx: Tx, id: number, by: number) => tx`
  update rewards_banner set approved_by = ${by}, approved_at = now() where id = ${id}`

export const updateBannerToEnded = (tx: Tx, id: number, by: number) => tx`
  update rewards_banner set ended_by = ${by}, ended_at = now() where id = ${id}`

/** Inserts a picture; no row if it is stored already. */
export const insertBannerPicture = (tx: Tx, picture: { id: string; webp: Buffer; by: number }) => tx<
  { id: string }[]
>`
  insert into rewards_banner_picture (id, webp, uploaded_by) values (${picture.id}, ${picture.webp}, ${picture.by})
  on conflict (id) do nothing
  returning id`

/** Deletes pictures uploaded more than a day ago that no banner uses. */
export const deleteUnusedPictures = (tx: Tx) => tx`
  delete from rewards_banner_picture picture
   where uploaded_at < now() - interval '1 day'
     and not exists (select from rewards_banner where picture_id = picture.id)`

export const selectBannerPicture = (sql: Sql, id: string) => sql<{ webp: Buffer }[]>`
  select webp from rewards_banner_picture where id = ${id}`

/** A picture that players may load: of a banner that was approved. */
export const selectApprovedPicture = (sql: Sql, id: string) => sql<{ webp: Buffer }[]>`
  select webp from rewards_banner_picture picture
   where id = ${id}
     and exists (select from rewards_banner where picture_id = picture.id and approved_at is not null)`
