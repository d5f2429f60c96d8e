import { type ComponentType, Suspense } from 'react'
import { type OpenOverlay, useOpenOverlay, useOverlayBelow } from '../shared/overlays.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { overlayOf } from './registry.ts'

/** Renders the open overlay of any feature, and below it the slip it was opened from, unchanged. */
export function OverlayHost() {
  const open = useOpenOverlay()
  const below = useOverlayBelow()
  useFocusKept(open !== undefined)
  return [below, open].map((each) => each && <Shown key={each.serial} {...each} />)
}

function Shown({ name, input }: Pick<OpenOverlay, 'name' | 'input'>) {
  // The registry matches names and components; TypeScript cannot express the union of both.
  const Overlay = overlayOf(name) as ComponentType<object> | undefined
  if (!Overlay) return null
  return (
    <Suspense fallback={null}>
      <Overlay {...input} />
    </Suspense>
  )
}
