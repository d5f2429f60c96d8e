import type { MaintenancePart } from '@palpite/contract'
import { ClosedNote } from '../../shared/ClosedNote.tsx'
import { useClosed } from '../../shared/use-closed.ts'

const parts = {
  deposit: ['deposits'],
  withdraw: ['withdrawals'],
} as const satisfies Record<string, readonly MaintenancePart[]>

/** Says in a sheet over a screen that deposits or withdrawals are closed for maintenance. */
export function ClosedPart({ of }: { of: keyof typeof parts }) {
  const closed = useClosed(parts[of])
  return closed.length > 0 && <ClosedNote closed={closed} isBoxed />
}
