import { useEffect } from 'react'

/**
 * Puts the focus on the page once nothing is open above it and what had it before is gone: the button that opened the
 * first of several sheets does not outlive a login. Else a keyboard begins again at the top, and a reader says nothing.
 */
export const useFocusKept = (isOpen: boolean): void => {
  useEffect(() => {
    if (isOpen) return
    // A frame later: the browser first gives the focus back to where it came from, if that is still there.
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

/** The first page comes without focus, as any page does. */
let hasBeenOpen = false
