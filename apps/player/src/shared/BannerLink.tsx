import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { PlannedBanner } from './overlays.ts'

type Props = { banner: PlannedBanner; onFollow?: () => void; className: string; children: ReactNode }

/** A banner's link: to a page of the app, or to an allowed host in a tab of its own, which learns nothing of this one. */
export function BannerLink({ banner: { href, lang }, onFollow, className, children }: Props) {
  if (href.startsWith('/'))
    return (
      <Link href={href} lang={lang} className={className}>
        {children}
      </Link>
    )
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      lang={lang}
      className={className}
      onClick={onFollow}
    >
      {children}
    </a>
  )
}
