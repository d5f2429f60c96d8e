import { useSyncExternalStore } from 'react'
import { useLook } from '../../../shared/look.ts'

/** Where a pad of our own would leave no room for the slip: page zoom, or a very low window. */
const isSmallScreen = '(max-width: 300px), (max-height: 540px)'
const bigTextPercent = 150

const subscribe = (listener: () => void) => {
  const query = matchMedia(isSmallScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether our own keypad is shown; otherwise the system's keyboard types the stake. */
export const useOwnPad = (): boolean => {
  const isCramped = useSyncExternalStore(subscribe, () => matchMedia(isSmallScreen).matches)
  const isBig = useLook((look) => look.textPercent >= bigTextPercent)
  return !isCramped && !isBig
}
