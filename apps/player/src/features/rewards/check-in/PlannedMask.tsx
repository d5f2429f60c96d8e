import { BannerFace, Sheet } from '@palpite/ui'
import { bannerPicture } from '../../../shared/banners.ts'
import { BannerLink } from '../../../shared/BannerLink.tsx'
import { closeOverlay, type PlannedBanner } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'

/** The start mask that operators planned: a full-page link, once a day. Esc and the button close it. */
export function PlannedMask({ banner }: { banner: PlannedBanner }) {
  const t = useText()
  return (
    <Sheet
      side="page"
      title={banner.title}
      hideTitle
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid min-h-full grid-cols-1 content-center px-20 pt-56 pb-24">
        <BannerLink banner={banner} onFollow={closeOverlay} className="grid frame-hover relative rounded-24">
          <BannerFace
            shape="page"
            picture={bannerPicture(banner)}
            alt={banner.alt}
            title={banner.title}
            action={banner.action}
            notice={t('home.hero.notice')}
          />
        </BannerLink>
      </div>
    </Sheet>
  )
}
