import { useId } from 'react'
import { useAddress } from './address.ts'
import { type TextKey, useText } from './text.ts'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** A choice of few, as a list filter. */
export function Pick<V extends string>({ label, value, options, onChange }: Props<V>) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-4">
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
        className="ring-input min-h-36 min-w-0 rounded-11 bg-surface-1 px-10 text-13 font-500"
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

type Words<V extends string> = Readonly<Record<V, TextKey>>

/** The value in the address; the first if it names none. */
export function useChoice<V extends string>(name: string, words: Words<V>): V {
  const address = useAddress()
  const values = Object.keys(words) as V[]
  const [first] = values
  if (first === undefined) throw new Error(`nothing to choose from for ${name}`)
  return values.find((value) => value === address.get(name)) ?? first
}

/** A filter stored in the address under its name; its first value is the default. */
export function Choice<V extends string>({
  name,
  head,
  words,
}: {
  name: string
  head: TextKey
  words: Words<V>
}) {
  const t = useText()
  const address = useAddress()
  const values = Object.keys(words) as V[]
  return (
    <Pick<V>
      label={t(head)}
      value={useChoice(name, words)}
      onChange={(next) => address.set({ [name]: next === values[0] ? '' : next, aberto: '' })}
      options={values.map((value) => ({ value, label: t(words[value]) }))}
    />
  )
}
