import { Logo, Sheet } from '@palpite/ui'
import { useLocation } from 'wouter'
import { install, useCanInstall } from '../../shared/install.ts'
import { go, isInApp } from '../../shared/navigation.ts'
import { closeOverlay, openOverlay } from '../../shared/overlays.ts'
import { helpHref, screenAt } from '../../shared/paths.ts'
import { useIsLoggedIn } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'
import { hasOverlay } from '../registry.ts'
import { Appearance } from './Appearance.tsx'
import { ContactEntries } from './ContactEntries.tsx'
import { MenuEntry } from './MenuEntry.tsx'
import { MessagesEntry } from './MessagesEntry.tsx'
import { menuEntries } from './menu-entries.ts'

/** The settings menu, from the left: navigation, display and language. */
export function SettingsMenu() {
  const t = useText()
  const [pathname] = useLocation()
  const isLoggedIn = useIsLoggedIn()
  const canInstall = useCanInstall()
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
        {menuEntries().map(({ screen, icon, text, hint, href }) => (
          <MenuEntry
            key={href}
            icon={icon}
            label={t(text)}
            hint={hint && t(hint)}
            current={screen === here}
            onPress={() => go(href)}
          />
        ))}
        <MenuEntry icon="dice-five" label={t('app.tabs.games')} onPress={() => openOverlay('gamesSheet')} />
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
        {!isInApp() && (
          <MenuEntry
            icon="plus-bold"
            label={t('app.menu.download')}
            note={t('app.menu.downloadNote')}
            onPress={() => {
              if (!canInstall) return openOverlay('download')
              closeOverlay()
              void install()
            }}
          />
        )}
        <ContactEntries />
      </nav>
      <hr className="mx-16 my-12 border-line" />
      <Appearance />
    </Sheet>
  )
}
