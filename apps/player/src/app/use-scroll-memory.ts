import { useEffect, useLayoutEffect, useRef } from 'react'

/** Restores home's scroll position when it is shown again. */
export const useScrollMemory = (atHome: boolean): void => {
  const top = useRef(0)
  useEffect(() => {
    if (!atHome) return
    const remember = () => {
      // A modal dialog locks the page; its scroll events are not the player's.
      if (!document.querySelector('dialog:modal')) top.current = window.scrollY
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [atHome])
  useLayoutEffect(() => {
    if (atHome) window.scrollTo(0, top.current)
  }, [atHome])
}
