import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import { Button } from '@palpite/ui'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
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
      {textLanguages.map(
        (language) =>
          texts[language] !== undefined && (
            <TextIn
              key={language}
              language={language}
              text={texts[language]}
              onText={(next) => onTexts(withText(texts, language, next))}
            />
          ),
      )}
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

type TextProps = { language: TextLanguage; text: string; onText: (text: string | undefined) => void }

/** One language's text: the placeholder comes where the cursor is, and the cursor after it. */
function TextIn({ language, text, onText }: TextProps) {
  const t = useText()
  const { language: spoken } = useLook()
  const field = useRef<HTMLTextAreaElement>(null)
  const name = languageName(language, spoken)
  const insertName = () => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = field.current ?? {}
    flushSync(() => onText(text.slice(0, from) + FIRST_NAME + text.slice(to)))
    field.current?.focus()
    field.current?.setSelectionRange(from + FIRST_NAME.length, from + FIRST_NAME.length)
  }
  return (
    <div className="grid gap-6">
      <TextArea
        label={t('support.canned.textIn', { language: name })}
        rows={5}
        maxLength={MAX_TEXT}
        value={text}
        onChange={onText}
        field={field}
      />
      <div className="flex gap-8">
        <Button
          kind="outline"
          size="s"
          aria-label={t('support.canned.insertNameIn', { language: name })}
          onClick={insertName}
        >
          {t('support.canned.insertName')}
        </Button>
        {language !== 'pt-BR' && (
          <Button
            kind="outline"
            size="s"
            aria-label={t('banners.language.remove', { language: name })}
            onClick={() => onText(undefined)}
          >
            {t('promotions.package.removeShort')}
          </Button>
        )}
      </div>
    </div>
  )
}
