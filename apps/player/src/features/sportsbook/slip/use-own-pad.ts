import { useSyncExternalStore } from 'react'
import { useLook } from '../../../shared/look.ts'

/** Where our keypad would leave no room: page zoom, or a very low window. */
const isSmallScreen = '(max-width: 300px), (max-height: 540px)'
const bigTextPercent = 150

const subscribe = (listener: () => void) => {
  const query = matchMedia(isSmallScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether our keypad is shown; otherwise the system keyboard is used. */
export const useOwnPad = (): boolean => {
  const isCramped = useSyncExternalStore(subscribe, () => matchMedia(isSmallScreen).matches)
  const isBig = useLook((look) => look.textPercent >= bigTextPercent)
  return !isCramped && !isBig
}
