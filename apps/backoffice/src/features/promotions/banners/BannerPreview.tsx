import { BannerFace } from '@palpite/ui'
import { useAsked } from '../../../shared/ask-again.ts'
import { languageName } from '../../../shared/language-name.ts'
import { useLook } from '../../../shared/look.ts'
import { useText } from '../../../shared/text.ts'
import { PhoneFrame } from '../PhonePreview.tsx'
import { type Banner, bannerLanguages } from './banner.ts'

type Props = { banner: Pick<Banner, 'place' | 'pictureId' | 'texts'> }

/** Previews a banner in a phone frame, in each of its languages, with the component that players see. */
export function BannerPreview({ banner: { place, pictureId, texts } }: Props) {
  const t = useText()
  const { language: spoken } = useLook()
  const asked = useAsked(
    'GET /api/backoffice/banners/pictures/:pictureId',
    { params: { pictureId } },
    { isWanted: pictureId !== '', everyMs: false },
  )
  const { data } = asked
  if (!data) return null
  return bannerLanguages.map((language) => {
    const text = texts[language]
    return (
      text && (
        <PhoneFrame
          key={language}
          title={t('promotions.activity.preview', { language: languageName(language, spoken) })}
        >
          <div lang={language} className="relative max-w-346 overflow-hidden rounded-24">
            <BannerFace
              shape={place === 'home' ? 'card' : 'page'}
              picture={`data:image/webp;base64,${data.webp}`}
              alt={text.alt}
              title={text.title}
              action={text.action}
              notice={t('banners.preview.notice')}
            />
          </div>
        </PhoneFrame>
      )
    )
  })
}
