import type { ReactNode } from 'react'
import { Icon } from './icons/Icon.tsx'
import type { Glyph } from './icons/glyphs.ts'

type Props = { icon?: Glyph | undefined; children: ReactNode; action?: ReactNode }

/** A short message above the tab bar. The region around it (`role=status`) and its time belong to the caller. */
export function Toast({ icon, children, action }: Props) {
  return (
    <div className="pointer-events-auto flex min-h-44 items-center gap-8 rounded-14 bg-text px-14 py-8 text-13 font-600 text-bg shadow-2">
      {icon && <Icon name={icon} className="size-20" />}
      <span>{children}</span>
      {action}
    </div>
  )
}
