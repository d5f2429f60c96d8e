import { Checkbox, Icon, Segmented } from '@palpite/ui'
import { languageEntry } from '@palpite/contract/language-entries'
import type { Theme } from '@palpite/contract/look'
import { changeLook, useLook } from '../../shared/look.ts'
import { openOverlay } from '../../shared/overlays.ts'
import type { ScreenName } from '../../shared/paths.ts'
import { useText } from '../../shared/text/text.ts'
import { usePolicy } from '../../shared/use-policy.ts'
import { HelpLinks } from '../help/HelpLinks.tsx'
import { languageChoice } from '../menus/language-choice.ts'

const themes = { dark: 'app.theme.dark', light: 'app.theme.light', system: 'app.theme.system' } as const

/**
 * The footer of every desktop page: help, language, theme, single-letter keys, age limit. Home has a fuller one, and
 * the help page links to everything itself.
 */
export function DeskFooter({ screen }: { screen: ScreenName }) {
  const t = useText()
  const isHome = screen === 'home' || screen === 'registered'
  const Foot = isHome ? 'section' : 'footer'
  const look = useLook()
  const offered = languageChoice(usePolicy().data?.locales, look.language)
  const spoken = languageEntry(look.language)
  return (
    <Foot
      aria-label={t('app.setting.title')}
      className="mt-24 border-t border-line px-16 py-16 text-12 text-text-3"
    >
      <div className="flex flex-wrap items-center gap-x-24 gap-y-12">
        <div className="min-w-0 flex-1 tree-narrow:basis-full">{screen !== 'help' && <HelpLinks />}</div>
        {offered.length > 0 && (
          <button
            type="button"
            onClick={() => openOverlay('language')}
            className="hairline flex min-h-(--tap) cursor-pointer items-center gap-8 rounded-14 bg-bg px-12 text-13 font-600 text-text light:bg-surface-3 hover:bg-surface-2 light:hover:bg-surface-4"
          >
            <img src={spoken.image} alt="" className="h-16 w-24 rounded-6" />
            <span className="sr-only">{t('app.language.label')}: </span>
            {spoken.name}
            <Icon name="caret-right-bold" className="size-14 text-text-2" />
          </button>
        )}
        <div className="w-280">
          <Segmented
            label={t('app.theme.label')}
            value={look.theme}
            options={(Object.keys(themes) as Theme[]).map((theme) => ({
              value: theme,
              label: t(themes[theme]),
            }))}
            onChange={(theme) => changeLook({ theme })}
          />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-24 pt-8">
        {!isHome && (
          <p className="min-w-0 flex-1">
            <strong className="text-text-2">{t('home.footer.age')}</strong> {t('home.footer.risk')}
          </p>
        )}
        <Checkbox
          checked={look.letterKeys === 'on'}
          onChange={({ target }) => changeLook({ letterKeys: target.checked ? 'on' : 'off' })}
        >
          {t('app.keys.label')}
        </Checkbox>
      </div>
    </Foot>
  )
}
