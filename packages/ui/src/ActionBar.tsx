import type { ReactNode } from 'react'

/**
 * The main action of a page longer than a small phone: sticky at the bottom while the page scrolls. Put it last in the
 * page's full-height element.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="safe-bottom sticky bottom-0 z-20 bg-surface-1 px-12 pt-10">{children}</div>
}
