import { Toast } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { dropToast, useToasts } from '../shared/toasts.ts'

/**
 * Where toasts appear: above the tab bar and the bar of the slip, and at the top while a sheet is open, whose main button
 * is at its foot; on a desk at the foot of the page's start. A popover, so that it lies above open dialogs too.
 */
export function ToastHost() {
  const shown = useToasts((state) => state.shown)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = region.current
    if (!shown || !element?.showPopover) return
    element.showPopover()
    return () => element.hidePopover()
  }, [shown])
  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      className="pointer-events-none fixed inset-x-0 top-auto bottom-130 mx-auto in-data-covered:top-64 in-data-covered:bottom-auto wide:start-12 wide:end-auto wide:top-auto wide:bottom-24 wide:m-0 w-fit max-w-(--frame) border-0 bg-transparent px-12"
    >
      {shown && (
        <Toast
          icon={shown.icon}
          action={
            shown.action && (
              <button
                type="button"
                className="tap cursor-pointer rounded-8 px-8 text-13 font-700 underline hover:no-underline"
                onClick={() => {
                  shown.action?.onPress()
                  dropToast(shown.serial)
                }}
              >
                {shown.action.label}
              </button>
            )
          }
        >
          {shown.text}
        </Toast>
      )}
    </div>
  )
}
