import { Segmented } from '@palpite/ui'
import type { ReactNode } from 'react'
import { textPercents, type Theme } from '@palpite/contract/look'
import { changeLook, useLook } from '../../shared/look.ts'
import { languageNames } from '../../shared/text/language.ts'
import { changeLanguage, useText } from '../../shared/text/text.ts'
import { toast } from '../../shared/toasts.ts'
import { usePolicy } from '../../shared/use-policy.ts'
import { languageChoice } from './language-choice.ts'

const themes: readonly Theme[] = ['dark', 'light', 'system']
const themeTexts = { dark: 'app.theme.dark', light: 'app.theme.light', system: 'app.theme.system' } as const

/** Theme, language, size of text and motion. */
export function Appearance() {
  const t = useText()
  const look = useLook()
  const policy = usePolicy()
  const offered = languageChoice(policy.data?.locales, look.language)
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
          <Segmented
            label={t('app.language.label')}
            value={look.language}
            options={offered.map((language) => ({ value: language, label: languageNames[language].name }))}
            onChange={(language) =>
              void changeLanguage(language).catch(() => toast(t('app.connection.slow')))
            }
          />,
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
    </div>
  )
}
