import { type ChangeEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { editEntry } from './edit-entry.ts'
import { type MoneyEntry, showEntry } from './money-entry.ts'
import { useEditStart } from './use-edit-start.ts'

type Props = {
  label: string
  entry: MoneyEntry
  onEntry: (entry: MoneyEntry) => void
  /** Enter: like a form's submit. A held key counts once. */
  onEnter?: ((field: HTMLInputElement) => void) | undefined
  /** Shown small before the digits: "R$". */
  symbol: string
  decimalMark: ',' | '.'
  /** `pad`: our own keypad is beside it and no native keyboard opens. `native`: the system's decimal keyboard. */
  keyboard: 'pad' | 'native'
  /** Why the amount is invalid, perhaps with a remedy; the amount itself stays. */
  error?: ReactNode
  /** On the right, in the same row: the potential return. At large text below, because the amount needs the row. */
  side?: ReactNode
  placeholder?: string
  disabled?: boolean
}

/** A money amount, whole reais first. Physical keys and paste work with either keyboard. */
export function MoneyInput(props: Props) {
  const { label, entry, onEntry, symbol, decimalMark, keyboard, error, side, placeholder, disabled } = props
  const onKeyDown = ({ key, repeat, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter' && !repeat) props.onEnter?.(currentTarget)
  }
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const editStart = useEditStart(field)
  const failed = error !== undefined && error !== null
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = input
    const caret = selectionStart ?? text.length
    const edited = editEntry({ entry, decimalMark, start: editStart(), text, caret })
    // Written directly: if React wrote a different text, the caret would jump to the end.
    input.value = edited.shown
    input.setSelectionRange(edited.caret, edited.caret)
    if (edited.entry !== entry) onEntry(edited.entry)
  }
  return (
    <div className="grid gap-6">
      <div
        data-failed={failed || undefined}
        className="ring-input flex min-h-54 items-center gap-8 rounded-14 bg-bg px-14 roomy:flex-wrap roomy:py-8 focus-within:ring-brand data-failed:ring-loss light:bg-surface-2"
      >
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <span aria-hidden="true" className="text-14 font-600 text-text-2">
          {symbol}
        </span>
        <input
          ref={field}
          id={id}
          data-money=""
          value={showEntry(entry, decimalMark)}
          onChange={onChange}
          onKeyDown={onKeyDown}
          inputMode={keyboard === 'pad' ? 'none' : 'decimal'}
          enterKeyHint="done"
          autoComplete="off"
          placeholder={placeholder ?? '0'}
          disabled={disabled}
          aria-invalid={failed || undefined}
          aria-describedby={failed ? `${id}error` : undefined}
          className="w-full min-w-0 flex-1 self-stretch bg-transparent text-24 font-800 tracking-tighter outline-none roomy:text-20 placeholder:text-text-3 disabled:text-text-2"
        />
        {side !== undefined && (
          <div className="shrink-0 roomy:flex roomy:basis-full roomy:justify-end">{side}</div>
        )}
      </div>
      {failed && (
        <div
          id={`${id}error`}
          role="alert"
          className="flex flex-wrap items-center gap-8 text-12 font-500 text-loss"
        >
          {error}
        </div>
      )}
    </div>
  )
}
