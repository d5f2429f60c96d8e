import { textLanguages } from '@palpite/contract/languages'
import { Button } from '@palpite/ui'
import { languageName } from '../../shared/language-name.ts'
import { useLook } from '../../shared/look.ts'
import { Pick } from '../../shared/Pick.tsx'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { type CannedTexts as Texts, FIRST_NAME, withText } from './canned-answer.ts'

const MAX_TEXT = 2000

/** The texts by language, to read. */
export function ShownTexts({ texts }: { texts: Texts }) {
  const { language: spoken } = useLook()
  return textLanguages.map((language) => {
    const text = texts[language]
    return (
      text !== undefined && (
        <div key={language}>
          <h3 className="mb-6 text-13 font-700">{languageName(language, spoken)}</h3>
          <p className="text-13 whitespace-pre-wrap wrap-anywhere">{text}</p>
        </div>
      )
    )
  })
}

type Props = { texts: Texts; onTexts: (texts: Texts) => void }

/** The texts by language: Portuguese is always there, others are added. */
export function CannedTexts({ texts, onTexts }: Props) {
  const t = useText()
  const { language: spoken } = useLook()
  const missing = textLanguages.filter((language) => texts[language] === undefined)
  return (
    <>
      {textLanguages.map((language) => {
        const text = texts[language]
        if (text === undefined) return null
        const name = languageName(language, spoken)
        return (
          <div key={language} className="grid gap-6">
            <TextArea
              label={t('support.canned.textIn', { language: name })}
              rows={5}
              maxLength={MAX_TEXT}
              value={text}
              onChange={(next) => onTexts(withText(texts, language, next))}
            />
            <div className="flex gap-8">
              <Button
                kind="outline"
                size="s"
                aria-label={t('support.canned.insertNameIn', { language: name })}
                onClick={() => onTexts(withText(texts, language, `${text}${FIRST_NAME}`))}
              >
                {t('support.canned.insertName')}
              </Button>
              {language !== 'pt-BR' && (
                <Button
                  kind="outline"
                  size="s"
                  aria-label={t('banners.language.remove', { language: name })}
                  onClick={() => onTexts(withText(texts, language, undefined))}
                >
                  {t('promotions.package.removeShort')}
                </Button>
              )}
            </div>
          </div>
        )
      })}
      <Pick
        label={t('banners.language.add')}
        value=""
        options={[
          { value: '', label: t('banners.language.none') },
          ...missing.map((value) => ({ value, label: languageName(value, spoken) })),
        ]}
        onChange={(language) => language !== '' && onTexts(withText(texts, language, ''))}
      />
      <p className="text-12 text-text-2">{t('support.canned.hint', { name: FIRST_NAME })}</p>
    </>
  )
}
