import type { BlockedProduct, BreakLength, exclusionLengths, timeOutLengths } from '@palpite/contract'
import { api } from '../../../shared/api/api.ts'

/** A break about to be taken. */
export type WantedBreak =
  | { kind: 'time_out'; length: (typeof timeOutLengths)[number] }
  | { kind: 'exclusion'; length: (typeof exclusionLengths)[number] }
  | { kind: 'block'; product: BlockedProduct; length: BreakLength }

/** Starts it now. */
export const takeBreak = async (wanted: WantedBreak): Promise<void> => {
  const { length } = wanted
  if (wanted.kind === 'time_out')
    await api('POST /api/app/protection/timeOut', { body: { length: wanted.length } })
  if (wanted.kind === 'exclusion')
    await api('POST /api/app/protection/exclusion', { body: { length: wanted.length } })
  if (wanted.kind === 'block')
    await api('POST /api/app/protection/block', { body: { product: wanted.product, length } })
}
