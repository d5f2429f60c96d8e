import { type ReactNode, Suspense, useRef } from 'react'
import { lazilyAtHome } from '../feature.ts'
import { useHasArrows } from './use-has-arrows.ts'

const Arrows = lazilyAtHome(() => import('./Arrows.tsx').then((module) => module.Arrows))

/** What scrolls sideways, with arrows over its ends where a pointer hovers. Phones, which have fingers, fetch none of it. */
export function Row({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const hasArrows = useHasArrows()
  return (
    <div ref={place} data-stop className="relative wide:[&>:last-child]:scroll-smooth">
      {hasArrows && (
        <Suspense fallback={null}>
          <Arrows place={place} />
        </Suspense>
      )}
      {children}
    </div>
  )
}
