import type { ReactNode } from 'react'

/** The main action of a form in a sheet: at the foot of the sheet always in sight, however long the form is. */
export function FormAction({ children }: { children: ReactNode }) {
  return <div className="safe-bottom at-foot sticky z-1 -mx-16 bg-surface-1 px-16 pt-10">{children}</div>
}
