import type { Selection } from './slip-store.ts'

/** What a bet builder keeps of an outcome that is one of its selections. */
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
