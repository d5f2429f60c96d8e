import type { ReactNode } from 'react'

/**
 * The main action of a page that is longer than a small phone: it stays at the foot of the screen while its page
 * scrolls. Put it last in the element that is as long as the page.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="safe-bottom sticky bottom-0 z-20 bg-surface-1 px-12 pt-10">{children}</div>
}
