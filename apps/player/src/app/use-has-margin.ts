import { useSyncExternalStore } from 'react'

/** From this width on there is room beside the app; the same width as the CSS breakpoint `desk`. */
const desk = '(min-width: 900px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(desk)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room beside the app. */
export const useHasMargin = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(desk).matches,
    () => false, // when prerendering: a phone
  )
