import { Checkbox, Icon, Segmented } from '@palpite/ui'
import { PRICE_FORMS, type PriceForm } from '@palpite/odds/price-forms'
import type { ReactNode } from 'react'
import { languageEntry } from '@palpite/contract/language-entries'
import { textPercents, type Theme } from '@palpite/contract/look'
import { formatPrice } from '../../shared/format/format.ts'
import { changeLook, useLook } from '../../shared/look.ts'
import { openOverlay } from '../../shared/overlays.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { useText } from '../../shared/text/text.ts'
import { usePolicy } from '../../shared/use-policy.ts'
import { languageChoice } from './language-choice.ts'

const themes: readonly Theme[] = ['dark', 'light', 'system']
/** The price that illustrates each odds format. */
const shownMilli = 2500

const formTexts: Readonly<Record<PriceForm, TextKey>> = {
  decimal: 'sportsbook.form.decimal',
  fractional: 'sportsbook.form.fractional',
  american: 'sportsbook.form.american',
  hong_kong: 'sportsbook.form.hongKong',
  malay: 'sportsbook.form.malay',
  indonesian: 'sportsbook.form.indonesian',
}

const themeTexts = { dark: 'app.theme.dark', light: 'app.theme.light', system: 'app.theme.system' } as const

/** Theme, language, text size, motion, and single-letter keys, which work at every width. */
export function Appearance() {
  const t = useText()
  const look = useLook()
  const policy = usePolicy()
  const offered = languageChoice(policy.data?.locales, look.language)
  const spoken = languageEntry(look.language)
  const setting = (label: string, control: ReactNode) => (
    <div className="grid gap-6">
      <span aria-hidden="true" className="px-4 text-12 font-600 text-text-2">
        {label}
      </span>
      {control}
    </div>
  )
  return (
    <div className="grid gap-14 px-12">
      {setting(
        t('app.theme.label'),
        <Segmented
          label={t('app.theme.label')}
          value={look.theme}
          options={themes.map((theme) => ({ value: theme, label: t(themeTexts[theme]) }))}
          onChange={(theme) => changeLook({ theme })}
        />,
      )}
      {offered.length > 0 &&
        setting(
          t('app.language.label'),
          <button
            type="button"
            onClick={() => openOverlay('language')}
            className="flex min-h-(--tap) cursor-pointer items-center gap-8 hairline rounded-14 bg-bg px-12 text-start text-14 font-600 light:bg-surface-3 hover:bg-surface-2 light:hover:bg-surface-4"
          >
            <img src={spoken.image} alt="" className="h-16 w-24 rounded-6" />
            <span className="sr-only">{t('app.language.label')}: </span>
            <span className="min-w-0 flex-1">{spoken.name}</span>
            <span className="font-700 text-brand-text">{spoken.currencyText}</span>
            <Icon name="caret-right-bold" className="size-14 text-text-2" />
          </button>,
        )}
      {setting(
        t('sportsbook.form.label'),
        <label className="relative flex min-h-(--tap) items-center gap-8 hairline rounded-14 bg-bg px-12 text-14 font-600 focus-within:outline-2 focus-within:outline-focus light:bg-surface-3">
          <span aria-hidden="true" className="flex-1">
            {t(formTexts[look.odds])}
          </span>
          <span aria-hidden="true" className="font-700 text-brand-text">
            {formatPrice(shownMilli, look.language, look.odds)}
          </span>
          <Icon name="caret-down-bold" className="size-14 text-text-2" />
          <select
            aria-label={t('sportsbook.form.label')}
            value={look.odds}
            onChange={(event) => {
              const odds = PRICE_FORMS.find((form) => form === event.target.value)
              if (odds) changeLook({ odds })
            }}
            className="absolute inset-0 cursor-pointer appearance-none rounded-14 text-transparent outline-none"
          >
            {PRICE_FORMS.map((form) => (
              <option key={form} value={form} className="bg-surface-1 text-text">
                {t(formTexts[form])} · {formatPrice(shownMilli, look.language, form)}
              </option>
            ))}
          </select>
        </label>,
      )}
      {setting(
        t('app.textSize.label'),
        <Segmented
          label={t('app.textSize.label')}
          value={String(look.textPercent)}
          options={textPercents.map((percent) => ({ value: String(percent), label: `${percent}%` }))}
          onChange={(percent) => changeLook({ textPercent: Number(percent) })}
        />,
      )}
      {setting(
        t('app.motion.label'),
        <Segmented
          label={t('app.motion.label')}
          value={look.motion}
          options={[
            { value: 'on', label: t('app.motion.on') },
            { value: 'off', label: t('app.motion.off') },
          ]}
          onChange={(motion) => changeLook({ motion })}
        />,
      )}
      <Checkbox
        checked={look.letterKeys === 'on'}
        onChange={({ target }) => changeLook({ letterKeys: target.checked ? 'on' : 'off' })}
      >
        {t('app.keys.label')}
      </Checkbox>
    </div>
  )
}
