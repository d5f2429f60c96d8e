import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { arrowStep } from './arrow-step.ts'

type Option<V extends string> = { value: V; label: ReactNode }
type Props<V extends string> = {
  /** The question, for screen readers. */
  label: string
  options: readonly Option<V>[]
  value: V
  onChange: (value: V) => void
  /** In rows of three, for options that do not fit in one row. Nothing slides then. */
  isWrapped?: boolean
}

/** A row of exclusive options with a sliding thumb. One tab stop; arrow keys select. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
  isWrapped = false,
}: Props<V>) {
  const row = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowStep(event)
    const next = step === undefined ? undefined : options[(at + step + options.length) % options.length]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    row.current?.querySelectorAll<HTMLElement>('[role=radio]')[options.indexOf(next)]?.focus()
  }

  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label={label}
      data-wrapped={isWrapped || undefined}
      className="group/options relative grid auto-cols-fr grid-flow-col hairline rounded-14 bg-bg p-3 data-wrapped:grid-flow-row data-wrapped:grid-cols-3 light:bg-surface-3 roomy:grid-flow-row roomy:data-wrapped:grid-cols-1"
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-3 rounded-11 bg-surface-3 transition-[inset-inline-start] duration-(--dur-2) ease-out group-data-wrapped/options:hidden light:bg-surface-1 roomy:hidden"
        style={{
          inlineSize: `calc((100% - var(--spacing) * 6) / ${options.length})`,
          insetInlineStart: `calc(var(--spacing) * 3 + (100% - var(--spacing) * 6) / ${options.length} * ${at})`,
        }}
      />
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={onKeyDown}
          className="relative z-1 flex min-h-(--tap) cursor-pointer touch-manipulation items-center justify-center gap-5 rounded-11 px-6 text-13 font-600 text-text-2 hover:text-text aria-checked:font-700 aria-checked:text-text group-data-wrapped/options:aria-checked:bg-surface-3 group-data-wrapped/options:light:aria-checked:bg-surface-1 roomy:aria-checked:bg-surface-3 roomy:light:aria-checked:bg-surface-1"
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
