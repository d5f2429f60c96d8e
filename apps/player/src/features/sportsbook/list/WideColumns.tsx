import { lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '../../../shared/feature.ts'
import { useIsWide } from '../../../shared/use-is-wide.ts'

const DockedSlip = lazy(async () => ({
  default: (await loadChunk(() => import('../slip/DockedSlip.tsx'))).DockedSlip,
}))

const column = 'no-bar sticky top-64 max-h-[calc(100dvh-var(--spacing)*64)] overflow-y-auto'

/** From 1024 pixels on: the tree at the left, the slip at the right, both in sight while the middle is scrolled. */
export function WideColumns({ tree, children }: { tree?: ReactNode; children: ReactNode }) {
  const isWide = useIsWide()
  if (!isWide) return children
  return (
    <div
      data-tree={tree !== undefined || undefined}
      className="grid grid-cols-[minmax(0,1fr)_calc(var(--spacing)*254)] items-start gap-12 px-12 data-tree:grid-cols-[calc(var(--spacing)*46)_minmax(0,1fr)_calc(var(--spacing)*254)] tree-wide:data-tree:grid-cols-[calc(var(--spacing)*172)_minmax(0,1fr)_calc(var(--spacing)*254)]"
    >
      {tree !== undefined && <div className={column}>{tree}</div>}
      <div className="min-w-0">{children}</div>
      <aside className={column}>
        <Suspense>
          <DockedSlip />
        </Suspense>
      </aside>
    </div>
  )
}
