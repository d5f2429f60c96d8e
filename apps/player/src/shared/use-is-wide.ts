import { useSyncExternalStore } from 'react'

/** From here on screens stand in real columns; the same width as the breakpoint `wide` of the styles. */
const wide = '(min-width: 1024px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for columns beside each other. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false, // where pages are drawn beforehand: a phone
  )
