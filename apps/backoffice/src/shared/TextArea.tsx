import { type KeyboardEvent, type Ref, useId } from 'react'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  rows?: number
  maxLength?: number
  onKeyDown?: (event: KeyboardEvent) => void
  /** A list that completes what is typed, while it is open: its id, and its option under the arrow keys. */
  completedBy?: { listId: string; optionId: string } | undefined
  field?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field with its label. */
export function TextArea(props: Props) {
  const { label, value, onChange, hint, rows = 3, maxLength = 500, onKeyDown, completedBy, field } = props
  const id = useId()
  return (
    <div className="grid gap-6">
      <label htmlFor={id} className="text-13 font-600 text-text-2">
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        value={value}
        rows={rows}
        maxLength={maxLength}
        aria-describedby={hint === undefined ? undefined : `${id}hint`}
        aria-autocomplete={completedBy && 'list'}
        aria-controls={completedBy?.listId}
        aria-activedescendant={completedBy?.optionId}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value)}
        className="ring-input w-full resize-y rounded-11 bg-surface-1 px-10 py-8 text-13 text-text focus:ring-brand"
      />
      {hint !== undefined && (
        <p id={`${id}hint`} className="text-12 text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
