import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

type Handlers = {
  /** Esc, or the system's back gesture. */
  onCancel: () => void
  /** A click on the backdrop. */
  onOutside?: () => void
}

let openModals = 0

/**
 * Marks the page as covered by a dialog. A `:root:has(…)` would be matched again at every change of the page.
 */
const markCovered = (change: 1 | -1): void => {
  openModals += change
  document.documentElement.toggleAttribute('data-covered', openModals > 0)
}

/** Opens the native dialog of the returned ref when it is mounted, and listens for the ways to close it. */
export const useModal = ({ onCancel, onOutside }: Handlers): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancelled = useEffectEvent(onCancel)
  const pressedOutside = useEffectEvent(() => onOutside?.())
  // A layout effect, because the dialog must be closed while it is still in the page: only then does the
  // browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const onCancelEvent = (event: Event) => {
      // A file picker or a select inside also "cancels", and that event rises to here.
      if (event.target !== element) return
      event.preventDefault()
      cancelled()
    }
    const onClick = (event: Event) => {
      if (event.target === element) pressedOutside()
    }
    element.addEventListener('cancel', onCancelEvent)
    element.addEventListener('click', onClick)
    if (!element.open) {
      element.showModal()
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    markCovered(1)
    return () => {
      element.removeEventListener('cancel', onCancelEvent)
      element.removeEventListener('click', onClick)
      element.close()
      markCovered(-1)
    }
  }, [])
  return dialog
}
