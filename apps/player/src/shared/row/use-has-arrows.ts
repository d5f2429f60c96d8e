import { useSyncExternalStore } from 'react'

/** A hovering pointer cannot swipe, and from this width on arrows have room. */
const desk = '(hover: hover) and (min-width: 1024px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(desk)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether scrolling rows show arrows. */
export const useHasArrows = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(desk).matches,
    () => false, // prerendered pages: a phone
  )
