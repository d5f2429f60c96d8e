import type { Selection } from './slip-store.ts'

/** What a bet builder stores of a selected outcome. */
export const selectionOf = ({
  outcomeId,
  marketType,
  period,
  lineQuarters,
  side = null,
  code,
  name,
}: Omit<Selection, 'side'> & { side?: Selection['side'] | undefined }): Selection => ({
  outcomeId,
  marketType,
  period,
  lineQuarters,
  side,
  code,
  name,
})
