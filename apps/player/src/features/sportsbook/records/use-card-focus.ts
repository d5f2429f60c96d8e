import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus within a card: when the focused part disappears (sold, suspended, replaced), the card's head gets
 * it, and a replacing part takes it from there. Otherwise a keyboard would start at the top of the page.
 */
export const useCardFocus = (takesFocus: boolean): RefObject<HTMLDivElement | null> => {
  const part = useRef<HTMLDivElement>(null)
  // Layout effects, so that a part is still in the page when it is removed.
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (element?.contains(document.activeElement)) headOf(element)?.focus({ preventScroll: true })
    }
  }, [])
  useLayoutEffect(() => {
    const element = part.current
    if (!takesFocus || !element || document.activeElement !== headOf(element)) return
    element.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }, [takesFocus])
  return part
}

const headOf = (part: HTMLElement) => part.closest('article')?.querySelector('button')
