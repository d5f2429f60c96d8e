import type { Calls } from '@palpite/contract'
import { cachedRead } from '../../platform/cached-read.ts'
import type { Deps } from '../../platform/deps.ts'
import { keptForever, revalidated } from '../../platform/http/answers.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { bannerHosts, readLiveBanners } from './plan-banners.ts'
import { type BannerRow, selectApprovedPicture } from './queries.ts'
import { type BannerPolicy, textIn } from './rules.ts'

type Shown = Calls['GET /api/app/rewards/banners']['data']['banners'][number]

/** One read a second by each server, however many players come. */
const BANNERS_AGE_MS = 1000

/**
 * The banners of players. A banner that no longer fits the compliance profile or the allowed hosts does not show. The
 * answer is the same for all players: the app leaves out those of other audiences.
 */
export function bannerRoutes(api: Api, { db, config }: Deps, policy: BannerPolicy): void {
  const bounds = { policy, hosts: bannerHosts(config) }
  const live = cachedRead(BANNERS_AGE_MS, (_all: 'all') => readLiveBanners(db, bounds))
  revalidated(api, (own) => {
    serve(own, 'GET /api/app/rewards/banners', async ({ lang }) =>
      ok({ banners: (await live('all')).flatMap((row) => toWire(row, lang)) }),
    )
  })
  keptForever(api, (own) => {
    serve(own, 'GET /api/app/rewards/banners/picture/:pictureId', async ({ params: { pictureId } }) => {
      const [picture] = await selectApprovedPicture(db, pictureId)
      return picture ? ok({ bytes: picture.webp }) : refuse('not_found')
    })
  })
}

function toWire(
  { id, place, audience, minVipLevel, href, pictureId, ...row }: BannerRow,
  lang: Lang,
): Shown[] {
  const found = textIn(row.texts, lang)
  if (!found) return []
  const { title, alt, action } = found.text
  return [
    {
      bannerId: String(id),
      place,
      audience,
      minVipLevel,
      href,
      pictureId,
      lang: found.lang,
      title,
      alt,
      action,
    },
  ]
}
