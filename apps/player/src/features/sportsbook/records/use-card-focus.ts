import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus on the card as its parts come and go: when the part that has it goes (it gives way to another, the bet was
 * sold, its match is suspended) the head of the card gets it, and the part that comes in its place takes it from there.
 * Else a keyboard would begin again at the top of the page.
 */
export const useCardFocus = (takesFocus: boolean): RefObject<HTMLDivElement | null> => {
  const part = useRef<HTMLDivElement>(null)
  // Layout effects, so that a part is still in the page when it goes.
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
