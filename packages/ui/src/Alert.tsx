import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './icons/Icon.tsx'
import { useModal } from './use-modal.ts'

const kinds = {
  info: { icon: 'info-fill', colour: 'text-info' },
  win: { icon: 'check-circle-fill', colour: 'text-win' },
  loss: { icon: 'x-circle-fill', colour: 'text-loss' },
  warn: { icon: 'warning-fill', colour: 'text-warn' },
} as const

export type AlertKind = keyof typeof kinds

type Props = {
  kind?: AlertKind
  text: ReactNode
  /** The consequence, in a quieter line. */
  note?: string | undefined
  /** The confirm button; Esc means it, or `cancelLabel` if given. */
  okLabel: string
  cancelLabel?: string | undefined
  onClose: (agreed: boolean) => void
}

/** A modal dialog that must be answered. With `cancelLabel` it is a question, without it a message. */
export function Alert({ kind = 'info', text, note, okLabel, cancelLabel, onClose }: Props) {
  const textId = useId()
  const noteId = useId()
  const dialog = useModal({ onCancel: () => onClose(cancelLabel === undefined) })
  const { icon, colour } = kinds[kind]
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={textId}
      aria-describedby={note === undefined ? undefined : noteId}
      className="alert z-70"
    >
      <div className="grid justify-items-center gap-12 text-center">
        <Icon name={icon} className={`size-40 ${colour}`} />
        <div id={textId} className="text-16 font-600 text-balance whitespace-pre-line">
          {text}
        </div>
        {note !== undefined && (
          <p id={noteId} className="text-14 text-balance whitespace-pre-line text-text-2">
            {note}
          </p>
        )}
      </div>
      <div className="mt-18 flex gap-8">
        {cancelLabel !== undefined && (
          <Button kind="secondary" className="flex-1" onClick={() => onClose(false)}>
            {cancelLabel}
          </Button>
        )}
        <Button className="flex-1" autoFocus onClick={() => onClose(true)}>
          {okLabel}
        </Button>
      </div>
    </dialog>
  )
}
