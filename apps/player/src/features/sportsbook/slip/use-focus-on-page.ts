import { useEffect } from 'react'

/**
 * Puts the focus on the page's heading when the slip is closed and nothing has it. The browser gives it back to what
 * opened the slip, but the bar that did is gone once all bets are placed.
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
