import type { ReactNode } from 'react'

/**
 * The main action of a page longer than a small phone: sticky at the bottom while the page scrolls. Put it last in the
 * page's full-height element. Without an action there is no bar.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="safe-bottom sticky empty:hidden bottom-0 z-20 bg-surface-1 px-12 pt-10">{children}</div>
  )
}
