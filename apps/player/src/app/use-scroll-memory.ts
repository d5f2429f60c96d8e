import { useEffect, useLayoutEffect, useRef } from 'react'

/** Remembers how far home was scrolled and goes back there when it is in sight again. */
export const useScrollMemory = (atHome: boolean): void => {
  const top = useRef(0)
  useEffect(() => {
    if (!atHome) return
    const remember = () => {
      // A modal dialog locks the page; what it reports then is not the player's doing.
      if (!document.querySelector('dialog:modal')) top.current = window.scrollY
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [atHome])
  useLayoutEffect(() => {
    if (atHome) window.scrollTo(0, top.current)
  }, [atHome])
}
