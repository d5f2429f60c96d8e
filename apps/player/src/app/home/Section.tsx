import { Icon } from '@palpite/ui'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'

type Props = {
  mark: ReactNode
  title: string
  more?: { label: string; href: string } | undefined
  children: ReactNode
}

/** A section of home with heading and optional link to all of it. */
export function Section({ mark, title, more, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mt-16 mb-8 flex items-center justify-between ps-16 pe-8">
        <h2 id={id} className="flex items-center gap-7 text-18 font-700 tracking-tight">
          {mark}
          {title}
        </h2>
        {more && (
          <Link
            href={more.href}
            className="tap flex items-center gap-2 rounded-8 px-8 text-12 font-500 text-text-2 hover:text-text hover:underline"
          >
            {more.label}
            <Icon name="caret-right-bold" className="size-14" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
