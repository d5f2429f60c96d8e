import { useSyncExternalStore } from 'react'

/** From here on there is room beside the app; the same width as the breakpoint `desk` of the styles. */
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
    () => false, // where pages are drawn beforehand: a phone
  )
