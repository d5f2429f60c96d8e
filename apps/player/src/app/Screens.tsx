import { Activity, createElement, Suspense, useState } from 'react'
import type { ScreenName } from '../shared/paths.ts'
import { pageOf } from './registry.ts'
import { HomePage } from './home/HomePage.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { useDepartures, useIsLoggedIn } from '../shared/session.ts'
import { lazily } from '../shared/feature.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

/** Most visitors come to home; this page loads on demand. */
export const VisitorPage = lazily(() =>
  import('./visitor/VisitorPage.tsx').then((module) => module.VisitorPage),
)

type Props = { screen: { name: ScreenName; params: Record<string, string> } }

/** Renders the current screen. Home stays mounted behind the others, with its scroll position. */
export function Screens({ screen }: Props) {
  const atHome = screen.name === 'home' || screen.name === 'registered'
  const [homeSeen, setHomeSeen] = useState(atHome)
  if (atHome && !homeSeen) setHomeSeen(true)
  useScrollMemory(atHome)
  const isVisitor = !useIsLoggedIn()
  const departures = useDepartures((state) => state.count)
  const page = atHome ? undefined : pageOf(screen.name)
  return (
    <>
      {homeSeen && (
        <Activity mode={atHome ? 'visible' : 'hidden'}>
          <HomePage />
        </Activity>
      )}
      {page && (
        <Suspense key={screen.name} fallback={<PageSkeleton />}>
          {isVisitor && (screen.name === 'registros' || screen.name === 'conta') ? (
            <VisitorPage screen={screen.name} />
          ) : (
            createElement(page, {
              key: [departures, ...Object.values(screen.params)].join(),
              params: screen.params,
            })
          )}
        </Suspense>
      )}
    </>
  )
}
