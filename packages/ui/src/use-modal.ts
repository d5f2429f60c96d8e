import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

type Handlers = {
  /** Esc, or the system's back gesture. */
  onCancel: () => void
  /** A press on the dark around the dialog. */
  onOutside?: () => void
}

let openModals = 0

/** The page says that a dialog covers it. A `:root:has(…)` would look at the whole page whenever a part of it changes. */
const markCovered = (change: 1 | -1): void => {
  openModals += change
  document.documentElement.toggleAttribute('data-covered', openModals > 0)
}

/** Opens the native dialog it is given to as soon as it is there, and hears the ways out of it. */
export const useModal = ({ onCancel, onOutside }: Handlers): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancelled = useEffectEvent(onCancel)
  const pressedOutside = useEffectEvent(() => onOutside?.())
  // A layout effect, so that the dialog is closed while it is still in the page: only then does the browser give the
  // focus back to where it came from.
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
