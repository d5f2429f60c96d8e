import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import { Button } from '@palpite/ui'
import type { ReactNode } from 'react'
import { languageName } from '../../shared/language-name.ts'
import { useLook } from '../../shared/look.ts'
import { Pick } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'

type Texts<Text> = Partial<Record<TextLanguage, Text>>

type Props<Text> = {
  texts: Texts<Text>
  /** The text of a language before anything is typed. */
  blank: Text
  onTexts: (texts: Texts<Text>) => void
  /** The fields of one language. */
  children: (text: Text, onText: (text: Text) => void) => ReactNode
}

/** The texts of each language; Portuguese is always there, others are added. */
export function LanguageTexts<Text>({ texts, blank, onTexts, children }: Props<Text>) {
  const t = useText()
  const { language: spoken } = useLook()
  const missing = textLanguages.filter((language) => texts[language] === undefined)
  return (
    <>
      {textLanguages.map((language) => {
        const text = texts[language]
        return (
          text !== undefined && (
            <fieldset key={language} className="grid gap-8">
              <legend className="mb-6 text-13 font-700">{languageName(language, spoken)}</legend>
              {children(text, (next) => onTexts({ ...texts, [language]: next }))}
              {language !== 'pt-BR' && (
                <Button
                  kind="secondary"
                  size="s"
                  aria-label={t('banners.language.remove', { language: languageName(language, spoken) })}
                  onClick={() => onTexts({ ...texts, [language]: undefined })}
                >
                  {t('promotions.package.removeShort')}
                </Button>
              )}
            </fieldset>
          )
        )
      })}
      <Pick
        label={t('banners.language.add')}
        value=""
        options={[
          { value: '', label: t('banners.language.none') },
          ...missing.map((value) => ({ value, label: languageName(value, spoken) })),
        ]}
        onChange={(language) => language !== '' && onTexts({ ...texts, [language]: blank })}
      />
    </>
  )
}
