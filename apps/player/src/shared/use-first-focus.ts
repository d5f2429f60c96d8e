import { type RefObject, useEffect, useRef } from 'react'

/** The button that led to a step is gone with the previous step: this element gets the focus. */
export function useFirstFocus<Part extends HTMLElement>(isWanted = true): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    if (isWanted) part.current?.focus()
  }, [isWanted])
  return part
}

/** What a press brings in may begin or end beyond the window: the page is scrolled, no further than to where this is read. */
export function useShownAtOnce<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    // Newer browsers answer a promise, which React would take for what is to be done at the end.
    part.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return part
}
