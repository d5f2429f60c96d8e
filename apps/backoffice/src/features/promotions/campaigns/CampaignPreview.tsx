import { textLanguages } from '@palpite/contract/languages'
import { Icon } from '@palpite/ui'
import { languageName } from '../../../shared/language-name.ts'
import { useLook } from '../../../shared/look.ts'
import { useText } from '../../../shared/text.ts'
import { PhoneFrame } from '../PhonePreview.tsx'
import type { Campaigns, TypedCampaign } from './campaign.ts'

type Props = Pick<Campaigns, 'titles'> & Pick<TypedCampaign, 'texts'>

/** Previews a campaign in a phone frame, in each of its languages, as it stands in a player's messages. */
export function CampaignPreview({ titles, texts }: Props) {
  const t = useText()
  const { language: spoken } = useLook()
  return textLanguages.map((language) => {
    const text = texts[language]
    return (
      text && (
        <PhoneFrame
          key={language}
          title={t('promotions.activity.preview', { language: languageName(language, spoken) })}
        >
          <div lang={language} className="hairline flex items-start gap-12 rounded-18 bg-surface-1 p-12">
            <span className="grid size-40 shrink-0 place-items-center rounded-11 bg-surface-3 text-brand-text">
              <Icon name="gift-duotone" className="size-22" />
            </span>
            <div className="grid min-w-0 flex-1 gap-2 wrap-anywhere">
              <p className="text-14 font-700">{titles[language]?.replace('{title}', () => text.title)}</p>
              <p className="text-13 whitespace-pre-line text-text-2">{text.text}</p>
            </div>
          </div>
        </PhoneFrame>
      )
    )
  })
}
