import { useSyncExternalStore } from 'react'

/** A pointer that hovers has no finger to push a row with, and from this width on there is room for arrows over its ends. */
const desk = '(hover: hover) and (min-width: 1024px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(desk)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether rows that scroll sideways have arrows. */
export const useHasArrows = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(desk).matches,
    () => false, // where pages are drawn beforehand: a phone
  )
