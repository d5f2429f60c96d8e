import { DockedContext } from './SlipFrame.tsx'
import { SlipSheet } from './SlipSheet.tsx'

/** The slip as a column of a wide page: it stays while matches come and go. */
export function DockedSlip() {
  return (
    <DockedContext value>
      <SlipSheet />
    </DockedContext>
  )
}
