import { type ComponentType, Suspense } from 'react'
import { useOpenOverlay } from '../shared/overlays.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { overlayOf } from './registry.ts'

/** Shows the open overlay, whichever feature brings it. */
export function OverlayHost() {
  const open = useOpenOverlay()
  useFocusKept(open !== undefined)
  if (!open) return null
  // The registry gives each name the component that takes its input; the union of both cannot be written.
  const Overlay = overlayOf(open.name) as ComponentType<object> | undefined
  if (!Overlay) return null
  return (
    <Suspense fallback={null}>
      <Overlay key={open.serial} {...open.input} />
    </Suspense>
  )
}
