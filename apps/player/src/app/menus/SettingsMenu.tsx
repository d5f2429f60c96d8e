import { Logo, Segmented, Sheet } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { textPercents, type Theme } from '@palpite/contract/look'
import { changeLook, useLook } from '../../shared/look.ts'
import { install, useCanInstall } from '../../shared/install.ts'
import { go, isInApp } from '../../shared/navigation.ts'
import { closeOverlay, openOverlay } from '../../shared/overlays.ts'
import { helpHref, screenAt } from '../../shared/paths.ts'
import { useIsLoggedIn } from '../../shared/session.ts'
import { languageNames } from '../../shared/text/language.ts'
import { changeLanguage, useText } from '../../shared/text/text.ts'
import { toast } from '../../shared/toasts.ts'
import { usePolicy } from '../../shared/use-policy.ts'
import { hasOverlay } from '../registry.ts'
import { languageChoice } from './language-choice.ts'
import { MenuEntry } from './MenuEntry.tsx'
import { MessagesEntry } from './MessagesEntry.tsx'
import { menuEntries } from './menu-entries.ts'

/** The menu from the left: where to go, and how the app looks and speaks. */
export function SettingsMenu() {
  const t = useText()
  const [pathname] = useLocation()
  const isLoggedIn = useIsLoggedIn()
  const canInstall = useCanInstall() && !isInApp()
  const here = screenAt(pathname)?.name
  return (
    <Sheet
      side="left"
      title={t('app.menu.title')}
      hideTitle
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="flex min-h-64 items-center gap-7 px-16 text-20 font-800 tracking-tighter">
        <Logo className="size-28" />
        {t('app.brand.name')}
      </div>
      <nav aria-label={t('app.menu.title')} className="grid gap-2 px-8">
        {menuEntries().map(({ screen, icon, text, href }) => (
          <MenuEntry
            key={href}
            icon={icon}
            label={t(text)}
            current={screen === here}
            onPress={() => go(href)}
          />
        ))}
        {isLoggedIn && <MessagesEntry current={here === 'gameMess'} />}
        {isLoggedIn && hasOverlay('limits') && (
          <MenuEntry
            icon="plant-duotone"
            label={t('app.menu.limits')}
            onPress={() => openOverlay('limits')}
          />
        )}
        <MenuEntry
          icon="info-fill"
          label={t('app.help.entry')}
          current={here === 'help'}
          onPress={() => go(helpHref('help'))}
        />
        {canInstall && (
          <MenuEntry
            icon="plus-bold"
            label={t('app.menu.download')}
            note={t('app.menu.downloadNote')}
            onPress={() => {
              closeOverlay()
              void install()
            }}
          />
        )}
      </nav>
      <hr className="mx-16 my-12 border-line" />
      <Appearance />
    </Sheet>
  )
}

const themes: readonly Theme[] = ['dark', 'light', 'system']
const themeTexts = { dark: 'app.theme.dark', light: 'app.theme.light', system: 'app.theme.system' } as const

function Appearance() {
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
