import { Skeleton } from '@palpite/ui'
import { type ReactNode, Suspense } from 'react'
import { lazilyIn } from '../../../shared/feature.ts'
import { useIsWide } from '../../../shared/use-is-wide.ts'

const lazily = lazilyIn('sportsbook')

/** The slip as a page column. */
export const DockedSlip = lazily(() => import('../slip/DockedSlip.tsx').then((module) => module.DockedSlip))

const column = 'no-bar hidden sticky top-64 max-h-[calc(100dvh-var(--spacing)*64)] overflow-y-auto wide:block'

/**
 * From 1024 pixels: the tree on the left, the slip on the right, both sticky. Their space is reserved, and the middle
 * is not remounted when the width changes.
 */
export function WideColumns({ tree, children }: { tree?: ReactNode; children: ReactNode }) {
  const isWide = useIsWide()
  return (
    <div
      data-tree={tree !== undefined || undefined}
      className="items-start gap-12 wide:grid wide:grid-cols-[minmax(0,1fr)_calc(var(--spacing)*254)] wide:px-12 wide:data-tree:grid-cols-[calc(var(--spacing)*46)_minmax(0,1fr)_calc(var(--spacing)*254)] tree-wide:data-tree:grid-cols-[calc(var(--spacing)*172)_minmax(0,1fr)_calc(var(--spacing)*254)]"
    >
      {tree !== undefined && <div className={column}>{isWide && tree}</div>}
      <div className="min-w-0">{children}</div>
      <aside className={column}>
        {isWide && (
          <Suspense fallback={<Coming />}>
            <DockedSlip />
          </Suspense>
        )}
      </aside>
    </div>
  )
}

/** The slip's place. */
const Coming = () => (
  <div aria-busy="true">
    <Skeleton className="h-300 rounded-18" />
  </div>
)
