import { useEffect } from 'react'
import { closeOverlay, useOpenOverlay } from '../../../shared/overlays.ts'
import { DockedContext } from './SlipFrame.tsx'
import { SlipSheet } from './SlipSheet.tsx'

/** The slip as a column of a wide page. */
export function DockedSlip() {
  useInPlaceOfSheet()
  return (
    <DockedContext value>
      <SlipSheet />
    </DockedContext>
  )
}

/**
 * The column replaces the sheet: if the sheet opens here, or was open when the page became wide, it closes and the
 * column's stake gets the focus.
 */
const useInPlaceOfSheet = (): void => {
  const isOverIt = useOpenOverlay()?.name === 'slip'
  useEffect(() => {
    if (!isOverIt) return
    closeOverlay()
    const dock = document.querySelector<HTMLElement>('[data-slip-dock]')
    const stake = dock?.querySelector<HTMLElement>('input[data-money]:enabled')
    ;(stake ?? dock)?.focus()
  }, [isOverIt])
}
