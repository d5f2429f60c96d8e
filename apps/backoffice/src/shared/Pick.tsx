import { useId } from 'react'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** One of a few, as a filter over a list. */
export function Pick<V extends string>({ label, value, options, onChange }: Props<V>) {
  const id = useId()
  return (
    <div className="grid gap-4">
      <label htmlFor={id} className="text-12 font-600 text-text-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className="ring-input min-h-36 rounded-11 bg-surface-1 px-10 text-13 font-500"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
