import { Activity, createElement, Suspense, useState } from 'react'
import type { ScreenName } from '../shared/paths.ts'
import { pageOf } from './registry.ts'
import { HomePage } from './home/HomePage.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

type Props = { screen: { name: ScreenName; params: Record<string, string> } }

/** The screen in sight. Home, once seen, stays alive behind the others, its scroll with it. */
export function Screens({ screen }: Props) {
  const atHome = screen.name === 'home' || screen.name === 'registered'
  const [homeSeen, setHomeSeen] = useState(atHome)
  if (atHome && !homeSeen) setHomeSeen(true)
  useScrollMemory(atHome)
  const page = atHome ? undefined : pageOf(screen.name)
  return (
    <>
      {homeSeen && (
        <Activity mode={atHome ? 'visible' : 'hidden'}>
          <HomePage />
        </Activity>
      )}
      {page && (
        <>
          <div className="frame-fixed top-60 z-31">
            <NoticeBar />
          </div>
          <Suspense key={screen.name} fallback={<PageSkeleton />}>
            {createElement(page, { key: Object.values(screen.params).join(), params: screen.params })}
          </Suspense>
        </>
      )}
    </>
  )
}
