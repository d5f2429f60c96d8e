import { cx } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { useDocumentTitle } from './use-document-title.ts'

/** The one `h1` of a screen. Takes the focus when the screen is come to, so that it is read out first. */
export function PageTitle({ children, className }: { children: string; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(`${children} · Palpite`)
  useEffect(() => {
    // A dialog in sight keeps the focus; it has its own heading.
    if (!document.querySelector('dialog:modal')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={cx('min-w-0 flex-1 truncate text-20 font-800 tracking-tighter outline-none', className)}
    >
      {children}
    </h1>
  )
}
