import { cx } from '@palpite/ui'
import { type Ref, useId } from 'react'
import css from './CodeBoxes.module.css'

export const codeLength = 6

type Props = {
  label: string
  code: string
  onCode: (code: string) => void
  /** Why the code is rejected. */
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * A six-digit code. A single transparent input covers six boxes, so pasting, the phone's code suggestion and every
 * keyboard work normally.
 */
export function CodeBoxes({ label, code, onCode, error, ref }: Props) {
  const id = useId()
  return (
    <div className="grid gap-6">
      <label htmlFor={id} className="text-13 font-600 text-text-2">
        {label}
      </label>
      <div className={cx('group relative', error !== undefined && css.wrong)}>
        <input
          id={id}
          ref={ref}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}error`}
          onPaste={(event) => {
            event.preventDefault()
            onCode(digitsOf(event.clipboardData.getData('text')))
          }}
          onChange={(event) => onCode(digitsOf(event.target.value))}
          className="absolute inset-0 z-1 size-full cursor-text rounded-14 bg-transparent text-transparent caret-transparent outline-none"
        />
        <div aria-hidden="true" className="grid grid-cols-6 gap-8">
          {Array.from({ length: codeLength }, (_, place) => (
            <span
              key={place}
              data-here={place === Math.min(code.length, codeLength - 1) || undefined}
              data-wrong={error !== undefined || undefined}
              className="ring-input grid min-h-56 place-items-center rounded-14 bg-surface-2 text-24 font-800 data-wrong:ring-loss group-focus-within:data-here:ring-brand"
            >
              {code[place]}
            </span>
          ))}
        </div>
      </div>
      {error !== undefined && (
        <p id={`${id}error`} role="alert" className="text-12 font-500 text-loss">
          {error}
        </p>
      )}
    </div>
  )
}

/** Extracts the digits of a pasted "123 456" or "código: 123456". */
const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, codeLength)
