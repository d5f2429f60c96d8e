import { useEffect } from 'react'
import { closeOverlay, useOpenOverlay } from '../../../shared/overlays.ts'
import { DockedContext } from './SlipFrame.tsx'
import { SlipSheet } from './SlipSheet.tsx'

/** The slip as a column of a wide page: it stays while matches come and go. */
export function DockedSlip() {
  useInPlaceOfSheet()
  return (
    <DockedContext value>
      <SlipSheet />
    </DockedContext>
  )
}

/**
 * The column is the slip: where its sheet opens, or was open as the page became wide, there would be two of it. Whoever asked
 * for the sheet stands in the column then, at its stake where there is one.
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
