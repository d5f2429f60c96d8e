import { type PointerEvent, useRef } from 'react'

const closeBeyondShare = 0.28
const flickPixelsPerMs = 0.55
const growBeyondPixels = -40

const sheetOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.closest('dialog')

/**
 * Lets the handle of a bottom sheet be dragged: far or fast down closes it, up makes a half sheet full. The
 * sheet follows the finger by a style property, without rendering.
 */
export const useSheetDrag = (onClose: () => void) => {
  const grip = useRef<{ startY: number; startedAt: number } | undefined>(undefined)

  const release = (event: PointerEvent<HTMLElement>) => {
    grip.current = undefined
    const sheet = sheetOf(event)
    sheet?.removeAttribute('data-dragging')
    sheet?.style.removeProperty('--drag')
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { startY: event.clientY, startedAt: event.timeStamp }
      sheetOf(event)?.setAttribute('data-dragging', '')
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!grip.current) return
      const down = event.clientY - grip.current.startY
      // Dragged up it follows only a sixth: it cannot go higher.
      sheetOf(event)?.style.setProperty('--drag', `${down > 0 ? down : down / 6}px`)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const sheet = sheetOf(event)
      if (!grip.current || !sheet) return
      const down = event.clientY - grip.current.startY
      const speed = down / Math.max(1, event.timeStamp - grip.current.startedAt)
      const closes = down > sheet.offsetHeight * closeBeyondShare || (down > 24 && speed > flickPixelsPerMs)
      if (down < growBeyondPixels && sheet.dataset['detent'] === 'half')
        sheet.setAttribute('data-detent', 'full')
      release(event)
      if (closes) onClose()
    },
    onPointerCancel: release,
  }
}
