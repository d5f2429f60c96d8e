import { Icon, Sheet } from '@palpite/ui'
import { type LanguageEntry, languageEntries } from '@palpite/contract/language-entries'
import type { Language } from '@palpite/contract/languages'
import { useLook } from '../../shared/look.ts'
import { closeOverlay } from '../../shared/overlays.ts'
import { changeLanguage, useText } from '../../shared/text/text.ts'
import { toast } from '../../shared/toasts.ts'
import { usePolicy } from '../../shared/use-policy.ts'
import { languageChoice } from './language-choice.ts'

/** The languages: the specification's, and more on request. */
export function LanguageSheet() {
  const t = useText()
  const spoken = useLook((look) => look.language)
  const offered = languageChoice(usePolicy().data?.locales, spoken)
  const entries = languageEntries.filter(({ language }) => offered.includes(language))
  const more = entries.filter(({ isMore }) => isMore)
  const choose = (language: Language) =>
    void changeLanguage(language).catch(() => toast(t('app.connection.slow')))
  const row = (entry: LanguageEntry) => (
    <LanguageRow key={entry.key} entry={entry} chosen={entry.language === spoken} onChoose={choose} />
  )
  return (
    <Sheet title={t('app.language.label')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <fieldset className="grid gap-4 px-12 pb-12">
        <legend className="sr-only">{t('app.language.label')}</legend>
        {entries.filter(({ isMore }) => !isMore).map(row)}
        {more.length > 0 && (
          <details open={more.some(({ language }) => language === spoken)} className="group grid gap-4">
            <summary className="flex finger-48 cursor-pointer list-none items-center gap-10 rounded-14 px-14 text-14 font-600 text-text-2 hover:text-text">
              <span className="flex-1">{t('account.language.more')}</span>
              <Icon name="caret-down-bold" className="size-14 group-open:rotate-180" />
            </summary>
            <div className="grid gap-4">{more.map(row)}</div>
          </details>
        )}
      </fieldset>
      <p className="px-16 pb-16 text-12 text-text-2">{t('account.language.wallet')}</p>
    </Sheet>
  )
}

type RowProps = { entry: LanguageEntry; chosen: boolean; onChoose: (language: Language) => void }

function LanguageRow({ entry, chosen, onChoose }: RowProps) {
  const { language, name, image, icon, currencyText, symbol, unit, phonePrefix } = entry
  return (
    <label
      lang={language}
      className="hairline flex finger-52 cursor-pointer items-center gap-10 rounded-14 bg-surface-1 px-14 text-14 font-600 hover:bg-surface-2 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <input
        type="radio"
        name="language"
        value={language}
        checked={chosen}
        onChange={() => onChoose(language)}
        className="sr-only"
      />
      <img src={image} alt="" className="h-20 w-30 rounded-6" />
      <span className="grid min-w-0 flex-1">
        <span>{name}</span>
        <span className="text-12 font-400 text-text-2">{phonePrefix}</span>
      </span>
      <img src={icon} alt="" className="size-20" />
      <span className="text-13 text-text-2">{symbol === unit ? unit : `${symbol} ${currencyText}`}</span>
      <Icon name="check-bold" className={chosen ? 'size-16 text-brand-text' : 'invisible size-16'} />
    </label>
  )
}
