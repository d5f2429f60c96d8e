import { type RefObject, useEffect, useRef } from 'react'

/** The button that led to a step is gone with the previous step: this element gets the focus. */
export function useFirstFocus<Part extends HTMLElement>(isWanted = true): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    if (isWanted) part.current?.focus()
  }, [isWanted])
  return part
}

/** Scrolls the page as little as needed to show an element that a press added outside the visible part. */
export function useShownAtOnce<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise, which is no cleanup function.
    part.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return part
}
