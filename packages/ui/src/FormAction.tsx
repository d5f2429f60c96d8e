import type { ReactNode } from 'react'

/** The main action of a form in a sheet: sticky at the bottom, however long the form. */
export function FormAction({ children }: { children: ReactNode }) {
  return <div className="safe-bottom at-foot sticky z-1 -mx-16 bg-surface-1 px-16 pt-10">{children}</div>
}
