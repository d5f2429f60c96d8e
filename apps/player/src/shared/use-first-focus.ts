import { type RefObject, useEffect, useRef } from 'react'

/** The button that led to a step is gone with the previous step: this element gets the focus. */
export function useFirstFocus<Part extends HTMLElement>(isWanted = true): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    if (isWanted) part.current?.focus()
  }, [isWanted])
  return part
}
