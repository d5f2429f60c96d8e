import { type RefObject, useEffect, useRef } from 'react'

/** The button that led to a step has gone with the step before: the focus goes to what this is put on. */
export function useFirstFocus<Part extends HTMLElement>(isWanted = true): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    if (isWanted) part.current?.focus()
  }, [isWanted])
  return part
}
