import { Suspense } from 'react'
import { lazily } from './feature.ts'
import type { KeptOut } from './limits.ts'
import { useIsLoggedIn } from './session.ts'

const BreakBanner = lazily(() => import('./BreakBanner.tsx').then((module) => module.BreakBanner))

/** Where a break of the player keeps something out, once that is known: a page stands without it, so it comes by itself. */
export function BreakNotice({ what }: { what: KeptOut }) {
  const isLoggedIn = useIsLoggedIn()
  if (!isLoggedIn) return null
  return (
    <Suspense fallback={null}>
      <BreakBanner what={what} />
    </Suspense>
  )
}
