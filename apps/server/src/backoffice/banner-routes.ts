import type { OperatorCalls } from '@palpite/contract/backoffice'
import { areIndependent, asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'
import {
  approveBanner,
  bannerHosts,
  bannerPicturesOf,
  type BannerRow,
  endBanner,
  keepBannerPicture,
  makeBannerPicture,
  planBanner,
  readBanners,
  readBannerPicture,
} from '../rewards/index.ts'

/** Calls that plan, approve and end banners and start masks, and keep their pictures. */
export function bannerRoutes(api: OperatorApi, deps: Deps): void {
  const { db, config } = deps
  const bounds = { policy: policyOf(config), hosts: bannerHosts(config) }

  serveOperator(api, 'GET /api/backoffice/banners', async () => {
    const { banners, ...rest } = await readBanners(db, bounds)
    return ok({ ...rest, banners: banners.map(toWireBanner) })
  })

  serveOperator(api, 'POST /api/backoffice/banners', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const replaces = body.replaces === null ? null : Number(body.replaces)
      const planned = await planBanner(tx, bounds, { ...body, replaces, operatorId })
      if (!planned.ok) return planned
      const { bannerId, isNew, before } = planned.value
      const { requestId: _requestId, reason, ...after } = body
      const details = { before: before ? contentOf(before) : null, after, reason }
      if (isNew) await note(tx, operatorId, { action: 'banner.proposed', bannerId, details })
      return ok({ bannerId: String(bannerId) })
    }),
  )

  serveOperator(api, 'POST /api/backoffice/banners/:bannerId/approve', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const approved = await approveBanner(
        tx,
        { id: Number(params.bannerId), by: caller.operatorId },
        {
          ...bounds,
          areIndependent: (sql, first, second) => areIndependent(sql, first, second, 'settings.propose'),
        },
      )
      if (!approved.ok) return approved
      const { banner, before } = approved.value
      const details = {
        before: before ? contentOf(before) : null,
        after: contentOf(banner),
        proposedBy: banner.proposedBy,
      }
      await note(tx, caller.operatorId, { action: 'banner.approved', bannerId: banner.id, details })
      return ok(null)
    }),
  )

  serveOperator(api, 'POST /api/backoffice/banners/:bannerId/end', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const ended = await endBanner(tx, { id: Number(params.bannerId), by: caller.operatorId })
      if (!ended.ok) return ended
      const { banner, status } = ended.value
      const isRejected = banner.approvedAt === null
      const action = isRejected ? 'banner.rejected' : 'banner.stopped'
      const details = { before: status, after: isRejected ? 'rejected' : 'stopped', ...contentOf(banner) }
      await note(tx, caller.operatorId, { action, bannerId: banner.id, details })
      return ok(null)
    }),
  )
  pictureRoutes(api, deps)
}

/** Calls that keep and show pictures of banners. */
function pictureRoutes(api: OperatorApi, deps: Deps): void {
  const { db } = deps
  const pictures = bannerPicturesOf(deps)
  serveOperator(api, 'POST /api/backoffice/banners/pictures', async ({ caller, body: { picture } }) => {
    const { operatorId } = caller
    const made = await makeBannerPicture(pictures, { operatorId, picture })
    if (!made.ok) return made
    const { id, webp } = made.value
    return asOperator(db, caller, async (tx) => {
      const isNew = await keepBannerPicture(tx, { id, webp, by: operatorId })
      if (isNew) {
        await audit(tx, {
          actor: { kind: 'operator', id: operatorId },
          action: 'banner.picture_kept',
          subject: `banner_picture:${id}`,
          details: { bytes: webp.length },
        })
      }
      return ok({ pictureId: id })
    })
  })
  serveOperator(api, 'GET /api/backoffice/banners/pictures/:pictureId', async ({ params: { pictureId } }) => {
    const webp = await readBannerPicture(db, pictureId)
    return webp ? ok({ webp: webp.toString('base64') }) : refuse('not_found')
  })
}

const note = (
  tx: Tx,
  id: number,
  {
    action,
    bannerId,
    details,
  }: { action: `${string}.${string}`; bannerId: number; details: Record<string, unknown> },
) => audit(tx, { actor: { kind: 'operator', id }, action, subject: `banner:${bannerId}`, details })

type Content = Omit<OperatorCalls['POST /api/backoffice/banners']['body'], 'requestId' | 'reason'>

const contentOf = ({ replaces, ...row }: BannerRow): Content => {
  const { place, pictureId, texts, href, order, audience, minVipLevel, startsOn, endsOn } = row
  return {
    place,
    replaces: replaces === null ? null : String(replaces),
    pictureId,
    texts,
    href,
    order,
    audience,
    minVipLevel,
    startsOn,
    endsOn,
  }
}

type Listed = Awaited<ReturnType<typeof readBanners>>['banners'][number]

const toWireBanner = (row: Listed) => ({
  ...contentOf(row),
  bannerId: String(row.id),
  reason: row.reason,
  status: row.status,
  proposedBy: row.proposedBy,
  proposedAt: row.proposedAt.toISOString(),
  approvedBy: row.approvedBy,
  endedBy: row.endedBy,
})
