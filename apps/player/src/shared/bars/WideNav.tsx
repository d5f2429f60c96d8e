import { IconButton, Logo } from '@palpite/ui'
import { Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { lazily } from '../feature.ts'
import { openOverlay } from '../overlays.ts'
import { hrefOf, placeOf, screenAt, type ScreenName } from '../paths.ts'
import type { TextKey } from '../text/keys.ts'
import { useText } from '../text/text.ts'
import { useIsWide } from '../use-is-wide.ts'

/** On phones it is only in the bar of the sports. */
const SearchButton = lazily(() => import('./SearchButton.tsx').then((module) => module.SearchButton))

const entry =
  'grid min-h-56 min-w-(--tap) shrink-0 cursor-pointer place-items-center px-10 tree-narrow:px-7 text-14 tree-narrow:text-13 font-600 whitespace-nowrap text-text-2 hover:text-text aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-3px_0_var(--brand-line)]'

/** The navigation and search of every desktop screen; on a phone the tab bar has them. */
export function WideNav() {
  const t = useText()
  const screen = screenAt(useLocation()[0])?.name
  const isWide = useIsWide()
  const link = (to: 'home' | 'footballPage' | 'gamebouns' | 'registros', text: TextKey) => (
    <Link href={hrefOf(to)} aria-current={isWithin(to, screen) ? 'page' : undefined} className={entry}>
      {to === 'home' ? (
        <>
          {/* The narrowest desktop has no room for the word; the logo also leads home. */}
          <Logo className="size-28 tree-wide:hidden" />
          <span className="tree-narrow:sr-only">{t(text)}</span>
        </>
      ) : (
        t(text)
      )}
    </Link>
  )
  return (
    <>
      <nav
        data-stop
        aria-label={t('app.tabs.label')}
        className="no-bar hidden min-w-0 flex-1 items-center overflow-x-auto ps-4 wide:flex"
      >
        <IconButton icon="list-bold" label={t('app.menu.open')} onClick={() => openOverlay('settingsMenu')} />
        <Logo className="mx-4 size-28 shrink-0 tree-narrow:hidden" />
        <span className="pe-10 text-20 font-800 tracking-tighter tree-narrow:hidden">
          {t('app.brand.name')}
        </span>
        {link('home', 'app.tabs.home')}
        {link('footballPage', 'app.tabs.sports')}
        <button
          type="button"
          aria-current={screen !== undefined && placeOf(screen).desk === 'columns' ? 'page' : undefined}
          className={entry}
          onClick={() => openOverlay('gamesSheet')}
        >
          {t('app.tabs.games')}
        </button>
        {link('gamebouns', 'app.menu.gameBonus')}
        {link('registros', 'app.records.bets')}
        {screen !== undefined && placeOf(screen).desk !== 'slip' && (
          <button type="button" className={entry} onClick={() => openOverlay('slip')}>
            {t('app.tabs.slip')}
          </button>
        )}
      </nav>
      {isWide && (
        <Suspense fallback={null}>
          <SearchButton />
        </Suspense>
      )}
    </>
  )
}

/** Registration is above home, and a match belongs to the sports. */
const isWithin = (to: ScreenName, screen: ScreenName | undefined): boolean =>
  screen === to || (to === 'home' && screen === 'registered') || (to === 'footballPage' && screen === 'event')
