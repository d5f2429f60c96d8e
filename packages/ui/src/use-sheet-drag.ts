import { type PointerEvent, type RefObject, useRef } from 'react'

const closeBeyondShare = 0.28
const flickPixelsPerMs = 0.55

/**
 * Lets the handle of a bottom sheet be drawn: down far or fast closes it, up makes a half sheet full. The sheet
 * follows the finger through a style property, without rendering.
 */
export const useSheetDrag = (dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) => {
  const grip = useRef<{ startY: number; startedAt: number } | undefined>(undefined)

  const release = () => {
    grip.current = undefined
    delete dialog.current?.dataset['dragging']
    dialog.current?.style.removeProperty('--drag')
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      grip.current = { startY: event.clientY, startedAt: event.timeStamp }
      if (dialog.current) dialog.current.dataset['dragging'] = ''
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!grip.current) return
      const down = event.clientY - grip.current.startY
      // Drawn up it resists: there is nowhere higher to go.
      dialog.current?.style.setProperty('--drag', `${down > 0 ? down : down / 6}px`)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const sheet = dialog.current
      if (!grip.current || !sheet) return
      const down = event.clientY - grip.current.startY
      const speed = down / Math.max(1, event.timeStamp - grip.current.startedAt)
      const closes = down > sheet.offsetHeight * closeBeyondShare || (down > 24 && speed > flickPixelsPerMs)
      if (down < -40 && sheet.dataset['detent'] === 'half') sheet.dataset['detent'] = 'full'
      release()
      if (closes) onClose()
    },
    onPointerCancel: release,
  }
}
