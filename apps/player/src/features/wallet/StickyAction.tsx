import type { ReactNode } from 'react'

/** The panel's main action, sticky while its form is visible: at the bottom of a sheet, on a page above the tabs. */
export function StickyAction({ children }: { children: ReactNode }) {
  return (
    <div className="sticky lying:static at-foot safe-bottom z-1 -mx-12 bg-surface-1 px-12 pt-10 in-data-page:pb-36 in-data-page:bottom-[calc(max(env(safe-area-inset-bottom),0.06rem)+0.58rem)] wide:in-data-page:static wide:in-data-page:pb-10">
      {children}
    </div>
  )
}
