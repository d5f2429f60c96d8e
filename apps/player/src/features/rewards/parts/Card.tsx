import { cx } from '@palpite/ui'
import { type ReactNode, useId } from 'react'

type Props = { title: string; aside?: ReactNode; children: ReactNode; id?: string; className?: string }

/** A section of a page with its heading. */
export function Card({ title, aside, children, id, className }: Props) {
  const headingId = useId()
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={headingId}
      className={cx('hairline grid scroll-mt-72 grid-cols-1 gap-12 rounded-18 bg-surface-1 p-14', className)}
    >
      <div className="flex items-center justify-between gap-8">
        <h2 id={headingId} className="text-16 font-700 tracking-tight">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
