import { BannerFace } from '@palpite/ui'
import type { ReactElement } from 'react'
import { bannerPicture, bannersFor } from '../../shared/banners.ts'
import { BannerLink } from '../../shared/BannerLink.tsx'
import type { Limits } from '../../shared/limits.ts'
import type { PlannedBanner } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { useText } from '../../shared/text/text.ts'
import { noticeKey, slidesKey } from './hero-slides.ts'

/** A banner that was stopped leaves an open home page after at most this long, or when the player returns to it. */
const refetchMs = 180_000

// Set here, not in the home page, which every visitor loads first.
queryClient.setQueryDefaults([slidesKey], { refetchOnWindowFocus: true, refetchInterval: refetchMs })

let noMarketing: boolean | undefined

// A player who takes a break sees no banner from then on.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || query.queryKey[0] !== 'GET /api/app/protection/limits') return
  const now = (query.state.data as Limits | undefined)?.noMarketing
  if (now === noMarketing) return
  noMarketing = now
  void queryClient.invalidateQueries({ queryKey: [slidesKey] })
})

/** The planned banners as slides of the carousel. */
export const plannedSlides = async (isLoggedIn: boolean): Promise<ReactElement[]> =>
  (await bannersFor('home', isLoggedIn)).map((banner, index) => (
    <PlannedSlide key={banner.bannerId} banner={banner} isFirst={index === 0} />
  ))

function PlannedSlide({ banner, isFirst }: { banner: PlannedBanner; isFirst: boolean }) {
  const t = useText()
  return (
    <BannerLink
      banner={banner}
      className="frame-hover relative isolate grid w-346 max-w-full shrink-0 snap-start overflow-hidden rounded-24 bg-brand text-start"
    >
      <BannerFace
        shape="card"
        picture={bannerPicture(banner)}
        alt={banner.alt}
        title={banner.title}
        action={banner.action}
        notice={t(noticeKey)}
        isFirst={isFirst}
      />
    </BannerLink>
  )
}
