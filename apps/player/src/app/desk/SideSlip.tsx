import { Suspense } from 'react'
import { DockedSlip } from '../../features/sportsbook/index.ts'

/** The slip beside a one-column page; CSS moves the column aside. */
export function SideSlip() {
  return (
    <aside data-side-slip className="absolute inset-y-0 end-12 w-254 pt-64 pb-12">
      <div className="no-bar sticky top-64 max-h-[calc(100dvh-var(--spacing)*64)] overflow-y-auto">
        <Suspense fallback={null}>
          <DockedSlip />
        </Suspense>
      </div>
    </aside>
  )
}
