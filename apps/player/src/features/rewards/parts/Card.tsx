import { type ReactNode, useId } from 'react'

type Props = { title: string; aside?: ReactNode; children: ReactNode; id?: string }

/** A section of a page with its heading. */
export function Card({ title, aside, children, id }: Props) {
  const headingId = useId()
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={headingId}
      className="hairline grid scroll-mt-72 grid-cols-1 gap-12 rounded-18 bg-surface-1 p-14"
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
