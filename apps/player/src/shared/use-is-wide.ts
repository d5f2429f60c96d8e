import { useSyncExternalStore } from 'react'

/** Whether the window is at least this wide; where pages are drawn beforehand it is a phone. */
const atLeast = (minWidth: string) => {
  const wanted = `(min-width: ${minWidth})`
  const subscribe = (listener: () => void) => {
    const query = matchMedia(wanted)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return (): boolean =>
    useSyncExternalStore(
      subscribe,
      () => matchMedia(wanted).matches,
      () => false,
    )
}

/** Whether there is room for columns beside each other; the same width as the breakpoint `wide` of the styles. */
export const useIsWide = atLeast('1024px')

/** Whether there is room for one more among them; the same width as the variant `tree-wide` of the styles. */
export const useIsBroad = atLeast('1440px')
