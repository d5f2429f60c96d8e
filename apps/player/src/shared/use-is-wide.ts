import { useSyncExternalStore } from 'react'

/** Whether what the page is shown on is so; where pages are drawn beforehand it is a phone. */
const whether = (wanted: string) => {
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
export const useIsWide = whether('(min-width: 1024px)')

/** Whether there is room for one more among them; the same width as the variant `tree-wide` of the styles. */
export const useIsBroad = whether('(min-width: 1440px)')

/** Whether there are likely keys: a pointer that hovers comes with them, a finger with none. */
export const useHasKeys = whether('(hover: hover) and (pointer: fine)')
