import { type ComponentProps, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useWonBets } from '../features/sportsbook/index.ts'
import { useWalletEvents } from '../features/wallet/index.ts'
import { lazily, lazilyAtHome } from '../shared/feature.ts'
import { placeOf } from '../shared/paths.ts'
import { useText } from '../shared/text/text.ts'
import { useIsWide } from '../shared/use-is-wide.ts'
import { Backdrop } from './Backdrop.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { WaitingVersionBar } from './WaitingVersionBar.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { Screens } from './Screens.tsx'
import { TabBar } from './TabBar.tsx'
import { useLiveConnection } from './use-live-connection.ts'
import { useScreen } from './use-screen.ts'

/** Desktop-only parts; phones do not load them. */
const DeskPart = lazily(() => import('./desk/DeskPart.tsx').then((module) => module.DeskPart))

/** Not needed to draw the screen. */
const ScreenNotes = lazilyAtHome(() => import('./ScreenNotes.tsx').then((module) => module.ScreenNotes))

/** The frame of every screen: phone width with the tab bar, or the desktop layout. */
export function Shell() {
  const t = useText()
  const [pathname] = useLocation()
  const screen = useScreen(pathname)
  useLiveConnection(screen.name)
  useWalletEvents()
  useWonBets()
  const { tabs: hasTabs, desk } = placeOf(screen.name)
  const isWide = useIsWide()
  const deskPart = (part: ComponentProps<typeof DeskPart>['part']) =>
    isWide && (
      <Suspense fallback={null}>
        <DeskPart part={part} screen={screen.name} />
      </Suspense>
    )
  return (
    <>
      <a
        href="#main"
        className="sr-only z-99 focus:not-sr-only focus:fixed focus:start-12 focus:top-8 focus:rounded-14 focus:bg-text focus:px-16 focus:py-12 focus:text-14 focus:font-700 focus:text-bg"
      >
        {t('app.skip.label')}
      </a>
      {deskPart('start')}
      <Backdrop />
      <div className="frame relative min-h-dvh bg-bg wide:flex wide:flex-col desk:shadow-[0_0_0_1px_var(--line)]">
        <LoadingBar />
        <OfflineBar />
        <WaitingVersionBar />
        <Suspense fallback={null}>
          <ScreenNotes screen={screen.name} />
        </Suspense>
        <div
          id="main"
          tabIndex={-1}
          data-screen={screen.name}
          data-tabs={hasTabs || undefined}
          data-column={desk === undefined || undefined}
          className="relative outline-none data-tabs:pb-96 wide:flex-1 wide:data-tabs:pb-24"
        >
          <Screens screen={screen} />
          {deskPart('side')}
        </div>
        {deskPart('foot')}
      </div>
      {hasTabs && <TabBar screen={screen.name} />}
    </>
  )
}
