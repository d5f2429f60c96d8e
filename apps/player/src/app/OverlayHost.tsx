import { type ComponentType, Suspense } from 'react'
import { type OpenOverlay, useOpenOverlay, useOverlayBelow } from '../shared/overlays.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { overlayOf } from './registry.ts'

/** Shows the open overlay, whichever feature brings it, and the slip that it was opened from, as it was left. */
export function OverlayHost() {
  const open = useOpenOverlay()
  const below = useOverlayBelow()
  useFocusKept(open !== undefined)
  return [below, open].map((each) => each && <Shown key={each.serial} {...each} />)
}

function Shown({ name, input }: Pick<OpenOverlay, 'name' | 'input'>) {
  // The registry gives each name the component that takes its input; the union of both cannot be written.
  const Overlay = overlayOf(name) as ComponentType<object> | undefined
  if (!Overlay) return null
  return (
    <Suspense fallback={null}>
      <Overlay {...input} />
    </Suspense>
  )
}
