import { Toast } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import { dropToast, useToasts } from '../shared/toasts.ts'

/**
 * Toasts appear above the tab bar and slip bar; at the top while a sheet is open, because its main button is at the
 * bottom; on a desktop at the bottom left of the page. A popover, so that it is above open dialogs.
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
