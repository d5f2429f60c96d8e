import type { ReactNode } from 'react'

/** The main action of the panel: at the foot of a sheet always in sight, on a page in its place. */
export function StickyAction({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-1 -mx-12 bg-surface-1 px-12 py-10 in-data-page:static in-data-page:mx-0 in-data-page:bg-transparent in-data-page:p-0">
      {children}
    </div>
  )
}
