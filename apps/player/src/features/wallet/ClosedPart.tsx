import type { MaintenancePart } from '@palpite/contract'
import { Suspense } from 'react'
import { lazilyIn } from '../../shared/feature.ts'
import { useClosed } from '../../shared/use-closed.ts'

const lazily = lazilyIn('shared')
const ClosedNote = lazily(() => import('../../shared/ClosedNote.tsx').then((module) => module.ClosedNote))

const parts = {
  deposit: ['deposits'],
  withdraw: ['withdrawals'],
} as const satisfies Record<string, readonly MaintenancePart[]>

/** Says in a sheet over a screen that deposits or withdrawals are closed for maintenance. */
export function ClosedPart({ of }: { of: keyof typeof parts }) {
  const closed = useClosed(parts[of])
  if (closed.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ClosedNote closed={closed} isBoxed />
    </Suspense>
  )
}
