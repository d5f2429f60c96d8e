import { Suspense } from 'react'
import { RecentWins, StudioSection } from '../../features/games/index.ts'
import { Promotions, useRewardEvents } from '../../features/rewards/index.ts'
import { WideColumns } from '../../features/sportsbook/index.ts'
import { NoticeBar } from '../../shared/bars/NoticeBar.tsx'
import { useDocumentTitle } from '../../shared/bars/use-document-title.ts'
import { lazilyAtHome } from '../../shared/feature.ts'
import { useIsLoggedIn } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'
import { useIsWide } from '../../shared/use-is-wide.ts'
import { Hero } from './Hero.tsx'
import { HomeBar } from './HomeBar.tsx'
import { LiveNow } from './LiveNow.tsx'
import { QuickGames } from './QuickGames.tsx'
import { SportsRail } from './SportsRail.tsx'

/** For players only, so visitors do not load it. */
const VipStrip = lazilyAtHome(() => import('./VipStrip.tsx').then((module) => module.VipStrip))

/** For returning players. */
const InstallCard = lazilyAtHome(() => import('./InstallCard.tsx').then((module) => module.InstallCard))

/** At the bottom, so loaded last. */
const Footer = lazilyAtHome(() => import('./Footer.tsx').then((module) => module.Footer))

/** Home: banners, live matches, quick games; on a desktop between the sports and the slip. */
export function HomePage() {
  const t = useText()
  const isWide = useIsWide()
  const isLoggedIn = useIsLoggedIn()
  useDocumentTitle(t('home.page.title'))
  useRewardEvents()
  return (
    <>
      <HomeBar />
      <main>
        <h1 className="sr-only">{t('home.page.title')}</h1>
        <NoticeBar />
        <WideColumns tree={<SportsRail isTree />}>
          <Hero />
          {!isWide && <SportsRail />}
          <LiveNow />
          <QuickGames />
          <Suspense fallback={null}>
            {isLoggedIn && <InstallCard />}
            <StudioSection />
          </Suspense>
          <div className="items-start wide:flex wide:*:min-w-0 wide:*:flex-1">
            <Suspense fallback={null}>
              {isLoggedIn && <VipStrip />}
              <RecentWins />
            </Suspense>
          </div>
          <Suspense fallback={null}>
            <Promotions />
          </Suspense>
        </WideColumns>
      </main>
      <Suspense fallback={<div className="min-h-400" />}>
        <Footer />
      </Suspense>
    </>
  )
}
