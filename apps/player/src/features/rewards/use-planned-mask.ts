import { useEffect } from 'react'
import { useIsLoggedIn } from '../../shared/session.ts'
import { showPlannedMask } from '../../shared/start-mask.ts'

/** Later than a waiting award, which is the player's own. */
const waitMs = 2000

/** On home: shows the planned start mask once it has stood for a while, not over anything else. */
export const usePlannedMask = (): void => {
  const isLoggedIn = useIsLoggedIn()
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(() => void showPlannedMask(isLoggedIn, left.signal), waitMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [isLoggedIn])
}
