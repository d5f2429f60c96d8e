import { cx } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { useDocumentTitle } from './use-document-title.ts'

type Props = { children: string; isLong?: boolean | undefined; className?: string | undefined }

/**
 * The one `h1` of a screen, wrapped, never cut. It takes the focus when the screen opens, so that it is announced
 * first.
 */
export function PageTitle({ children, isLong, className }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(`${children} · Palpite`)
  useEffect(() => {
    // An open dialog keeps the focus; it has its own heading.
    if (!document.querySelector('dialog:modal')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={cx(
        'min-w-0 flex-1 font-800 leading-tight break-keep hyphens-auto outline-none',
        isLong ? 'text-16 tracking-tight narrow:text-14' : 'text-20 tracking-tighter narrow:text-16',
        className,
      )}
    >
      {children}
    </h1>
  )
}
