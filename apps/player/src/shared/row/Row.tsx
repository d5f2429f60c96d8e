import { type ReactNode, Suspense, useRef } from 'react'
import { lazilyAtHome } from '../feature.ts'
import { useHasArrows } from './use-has-arrows.ts'

const Arrows = lazilyAtHome(() => import('./Arrows.tsx').then((module) => module.Arrows))

type Props = {
  /** The row's name: the row is one tab stop and announces it. */
  label: string
  /** `nav` if all items are links. */
  as?: 'div' | 'nav'
  children: ReactNode
}

/** A sideways scrolling row, with arrows on hover. Touch devices do not load them. */
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
