import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a row of choices to the selected one. */
export const useChosenInSight = (chosen: string, isThere: boolean): RefObject<HTMLElement | null> => {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    // In the next frame, which lays out the page anyway.
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
