import { Suspense } from 'react'
import { RecentWins, StudioSection } from '../../features/games/index.ts'
import { Promotions, useRewardEvents } from '../../features/rewards/index.ts'
import { NoticeBar } from '../../shared/bars/NoticeBar.tsx'
import { useDocumentTitle } from '../../shared/bars/use-document-title.ts'
import { useText } from '../../shared/text/text.ts'
import { Footer } from './Footer.tsx'
import { Hero } from './Hero.tsx'
import { HomeBar } from './HomeBar.tsx'
import { LiveNow } from './LiveNow.tsx'
import { QuickGames } from './QuickGames.tsx'
import { SportsRail } from './SportsRail.tsx'
import { VipStrip } from './VipStrip.tsx'

/** Home: what is on, what is live, what can be played at once. */
export function HomePage() {
  const t = useText()
  useDocumentTitle(t('home.page.title'))
  useRewardEvents()
  return (
    <>
      <HomeBar />
      <main>
        <h1 className="sr-only">{t('home.page.title')}</h1>
        <NoticeBar />
        <Hero />
        <SportsRail />
        <LiveNow />
        <QuickGames />
        <Suspense fallback={null}>
          <StudioSection />
        </Suspense>
        <VipStrip />
        <Suspense fallback={null}>
          <RecentWins />
          <Promotions />
        </Suspense>
      </main>
      <Footer />
    </>
  )
}
