import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the keypad is unfolded: it is folded, so that the selections are in sight, until a stake is touched, and folds again
 * when something else among the selections is. On the click, not on the press or the focus: what moved in between would not
 * be what was pressed.
 */
export const usePadIsOpen = (selections: RefObject<HTMLElement | null>): boolean => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const sheet = selections.current?.closest('dialog')
    const onClick = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      if (target instanceof HTMLInputElement && target.inputMode === 'none') setOpen(true)
      else if (selections.current?.contains(target)) setOpen(false)
    }
    sheet?.addEventListener('click', onClick)
    return () => sheet?.removeEventListener('click', onClick)
  }, [selections])
  return isOpen
}
