import { type ReactNode, useId } from 'react'
import { Count } from './Count.tsx'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { useModal } from './use-modal.ts'
import { useSheetDrag } from './use-sheet-drag.ts'

export type SheetSide = 'bottom' | 'top' | 'left' | 'right' | 'page'
export type Detent = 'content' | 'half' | 'full'
export type DeskPlace = 'dialog' | 'panel'

type Props = {
  title: string
  /** The title is for screen readers only: the sheet has its own heading. */
  hideTitle?: boolean
  closeLabel: string
  onClose: () => void
  side?: SheetSide
  /** The height. A `half` sheet may be dragged to `full`. */
  detent?: Detent
  /** On a desktop: a centred dialog, or a panel at the page's end beside the readable page. */
  desk?: DeskPlace
  /** The count of the title's items; visual only. */
  count?: number | undefined
  /** Beside the title: a balance, a small button. */
  aside?: ReactNode
  /** Sticky below the scrolling part. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * A native modal dialog that slides in: from the bottom with a drag handle, from the top, left or right, or as a whole
 * page; on a desktop a dialog or panel. Esc, the backdrop and the button close it; the focus starts on the title, or
 * on `data-first-focus`; the page behind is inert. Open while rendered.
 */
export function Sheet(props: Props) {
  const {
    title,
    hideTitle,
    closeLabel,
    onClose,
    side = 'bottom',
    detent = 'content',
    desk = 'dialog',
    count,
    aside,
    footer,
    children,
  } = props
  const titleId = useId()
  const dialog = useModal({ onCancel: onClose, onOutside: onClose })
  const drag = useSheetDrag(onClose)

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-side={side}
      data-detent={detent}
      data-desk={desk}
      className="sheet z-60"
    >
      {side === 'bottom' && (
        <div
          {...drag}
          className="grid h-22 shrink-0 cursor-grab touch-none place-items-center wide:hidden"
          aria-hidden="true"
        >
          <span className="h-4 w-40 rounded-full bg-surface-4" />
        </div>
      )}
      <div
        className={cx(
          'flex min-h-46 shrink-0 items-center gap-8 ps-16 pe-6 narrow:gap-4 wide:pt-6',
          side !== 'bottom' && 'pt-[max(env(safe-area-inset-top),0.06rem)]',
          hideTitle && 'absolute end-0 top-10 z-1',
        )}
      >
        <h2
          id={titleId}
          tabIndex={-1}
          autoFocus
          className={
            hideTitle
              ? 'sr-only'
              : 'min-w-0 flex-1 text-20 font-800 tracking-tighter outline-none narrow:text-18'
          }
        >
          {title}
          {count !== undefined && <Count of={count} />}
        </h2>
        {aside}
        <IconButton
          icon={side === 'bottom' ? 'caret-down-bold' : 'x-bold'}
          {...(side === 'bottom' && { deskIcon: 'x-bold' })}
          label={closeLabel}
          onClick={onClose}
        />
      </div>
      <div
        className={cx(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain',
          footer === undefined && 'safe-bottom',
        )}
      >
        {children}
      </div>
      {footer !== undefined && <div className="safe-bottom shrink-0 px-12 pt-10">{footer}</div>}
    </dialog>
  )
}
