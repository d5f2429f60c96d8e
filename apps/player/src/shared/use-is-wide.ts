import { useSyncExternalStore } from 'react'

/** Whether a media query matches; prerendered pages are phones. */
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

/** Whether there is room for columns; the same width as the CSS breakpoint `wide`. */
export const useIsWide = whether('(min-width: 1024px)')

/** Whether there is room for one more column; the same width as the CSS variant `tree-wide`. */
export const useIsBroad = whether('(min-width: 1440px)')

/** Whether there is likely a keyboard: a hovering pointer suggests one, touch does not. */
export const useHasKeys = whether('(hover: hover) and (pointer: fine)')
