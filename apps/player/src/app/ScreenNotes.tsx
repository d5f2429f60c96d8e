import { Suspense } from 'react'
import { lazilyAtHome } from '../shared/feature.ts'
import type { ScreenName } from '../shared/paths.ts'
import { useIsLoggedIn } from '../shared/session.ts'
import { Maintenance } from './Maintenance.tsx'

/** For players only: loaded once there is a session. */
const RealityCheck = lazilyAtHome(() => import('./RealityCheck.tsx').then((module) => module.RealityCheck))

/** What is said above the screen of its own accord: maintenance to everybody, protection to players. */
export function ScreenNotes({ screen }: { screen: ScreenName }) {
  const isLoggedIn = useIsLoggedIn()
  return (
    <>
      <Maintenance screen={screen} />
      {isLoggedIn && (
        <Suspense fallback={null}>
          <RealityCheck />
        </Suspense>
      )}
    </>
  )
}
