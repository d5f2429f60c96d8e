import { useEffect } from 'react'

/**
 * Focuses the page heading when the slip closes and nothing has the focus. The browser returns it to the opener, but
 * the mini bar is gone after all bets are placed.
 */
export const useFocusOnPage = (): void =>
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      })
    },
    [],
  )
