import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the caret or the start of the selection before an input's last edit, once for each edit. Listens to
 * the browser's event, because React's `onBeforeInput` does not report deletions.
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
