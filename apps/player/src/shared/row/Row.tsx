import { type ReactNode, Suspense, useRef } from 'react'
import { lazilyAtHome } from '../feature.ts'
import { useHasArrows } from './use-has-arrows.ts'

const Arrows = lazilyAtHome(() => import('./Arrows.tsx').then((module) => module.Arrows))

type Props = {
  /** What it is a row of: the tab key stops at it as one group, which says its name there. */
  label: string
  /** `nav` where all of it leads elsewhere. */
  as?: 'div' | 'nav'
  children: ReactNode
}

/** What scrolls sideways, with arrows over its ends where a pointer hovers. Phones, which have fingers, fetch none of it. */
export function Row({ label, as: Place = 'div', children }: Props) {
  const place = useRef<HTMLElement & HTMLDivElement>(null)
  const hasArrows = useHasArrows()
  return (
    <Place
      ref={place}
      data-stop
      role={Place === 'div' ? 'group' : undefined}
      aria-label={label}
      className="relative wide:[&>:last-child]:scroll-smooth"
    >
      {hasArrows && (
        <Suspense fallback={null}>
          <Arrows place={place} />
        </Suspense>
      )}
      {children}
    </Place>
  )
}
