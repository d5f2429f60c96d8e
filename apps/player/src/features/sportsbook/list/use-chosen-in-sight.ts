import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a row of choices so that the chosen one is in sight, as after coming from a link. */
export const useChosenInSight = (chosen: string, isThere: boolean): RefObject<HTMLElement | null> => {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => {
      const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed=true]')
      if (!row.current || !pressed) return
      const middle = pressed.offsetLeft - (row.current.clientWidth - pressed.offsetWidth) / 2
      row.current.scrollTo({ left: middle })
    })
    return () => cancelAnimationFrame(frame)
  }, [chosen, isThere])
  return row
}
