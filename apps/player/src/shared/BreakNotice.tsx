import { Suspense } from 'react'
import { lazily } from './feature.ts'
import type { KeptOut } from './limits.ts'
import { useIsLoggedIn } from './session.ts'

const BreakBanner = lazily(() => import('./BreakBanner.tsx').then((module) => module.BreakBanner))

/**
 * Shows which break blocks this feature once breaks are loaded. The page renders before that, so this appears later.
 */
export function BreakNotice({ what }: { what: KeptOut }) {
  const isLoggedIn = useIsLoggedIn()
  if (!isLoggedIn) return null
  return (
    <Suspense fallback={null}>
      <BreakBanner what={what} />
    </Suspense>
  )
}
