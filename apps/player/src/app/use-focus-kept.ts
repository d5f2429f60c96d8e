import { useEffect } from 'react'

/**
 * Moves the focus to the page when the last overlay closes and its opener is gone, for example after a login.
 * Otherwise a keyboard would start again at the top and a screen reader would be silent.
 */
export const useFocusKept = (isOpen: boolean): void => {
  useEffect(() => {
    if (isOpen) return
    // A frame later: the browser first returns the focus to the opener if it still exists.
    const frame = requestAnimationFrame(() => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (isLost && hasBeenOpen) document.getElementById('main')?.focus({ preventScroll: true })
    })
    return () => {
      hasBeenOpen = true
      cancelAnimationFrame(frame)
    }
  }, [isOpen])
}

/** The first page gets no focus, like any page. */
let hasBeenOpen = false
