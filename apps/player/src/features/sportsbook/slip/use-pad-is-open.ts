import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the keypad is open: closed until a stake is touched, so that the selections are visible; closed again when
 * another part is used. On click, not press or focus: the layout shift would redirect the click.
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
