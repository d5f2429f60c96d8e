import { textLanguages } from '@palpite/contract/languages'
import { Facts } from '../../../shared/Facts.tsx'
import { languageName } from '../../../shared/language-name.ts'
import { useLook } from '../../../shared/look.ts'
import { useText } from '../../../shared/text.ts'
import { missingLanguages, type TypedCampaign } from './campaign.ts'

/** How many languages have texts, and which have none. */
export function Languages({ texts }: Pick<TypedCampaign, 'texts'>) {
  const t = useText()
  const { language: spoken } = useLook()
  const missing = missingLanguages(texts)
  const all = textLanguages.length
  return (
    <Facts
      facts={[
        [t('campaigns.languages.name'), t('campaigns.languages.count', { count: all - missing.length, all })],
        ...(missing.length === 0
          ? []
          : ([
              [
                t('campaigns.languages.missing'),
                missing.map((language) => languageName(language, spoken)).join(', '),
              ],
            ] as const)),
      ]}
    />
  )
}
