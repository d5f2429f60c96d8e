import { useId, useState } from 'react'
import { useHundredths } from '../hundredths.ts'
import { typedNumber } from '../typed-number.ts'

type Props = {
  label: string
  unit?: string
  hundredths: number
  onHundredths: (hundredths: number) => void
  disabled: boolean
}

/** A number with two decimals. It stays as typed until the field is left. */
export function NumberField({ label, unit, hundredths, onHundredths, disabled }: Props) {
  const id = useId()
  const show = useHundredths()
  const [typed, setTyped] = useState<string>()
  const applyEntry = () => {
    const value = typed === undefined ? undefined : typedNumber(typed)
    if (value !== undefined) onHundredths(value * 100)
    setTyped(undefined)
  }
  return (
    <div className="grid content-start gap-4">
      <label htmlFor={id} className="text-12 font-600 text-text-2">
        {label}
      </label>
      <span className="ring-input flex finger-44 items-center rounded-11 bg-surface-2 px-10 focus-within:ring-brand">
        <input
          id={id}
          value={typed ?? show(hundredths)}
          inputMode="decimal"
          enterKeyHint="done"
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={applyEntry}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          className="w-full min-w-0 self-stretch bg-transparent font-700 outline-none"
        />
        {unit !== undefined && (
          <span aria-hidden="true" className="text-13 text-text-2">
            {unit}
          </span>
        )}
      </span>
    </div>
  )
}
