import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where the caret stood, or the selection began, just before the last edit of an input; asked once for each edit.
 * Listens to the browser itself: React's own `onBeforeInput` does not tell of deletions.
 */
export const useEditStart = (input: RefObject<HTMLInputElement | null>): (() => number | undefined) => {
  const start = useRef<number | undefined>(undefined)
  useEffect(() => {
    const element = input.current
    const note = () => {
      start.current = element?.selectionStart ?? undefined
    }
    element?.addEventListener('beforeinput', note)
    return () => element?.removeEventListener('beforeinput', note)
  }, [input])
  return () => {
    const noted = start.current
    start.current = undefined
    return noted
  }
}
