import { Icon } from '@palpite/ui'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; name: string }[]
  value: Value
  disabled?: boolean
  onChoose: (value: Value) => void
}

/** A setting in one line that opens the device's select. */
export function SelectLine<Value extends string>({
  label,
  options,
  value,
  disabled,
  onChoose,
}: Props<Value>) {
  return (
    <label className="relative flex finger-44 items-center gap-6 rounded-11 px-4 text-12 text-text-2 focus-within:outline-2 focus-within:outline-focus">
      <span className="flex-1">{label}</span>
      <span aria-hidden="true" className="font-700 text-text">
        {options.find((one) => one.value === value)?.name}
      </span>
      <Icon name="caret-down-bold" className="size-12" />
      <select
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = options.find((one) => one.value === target.value)
          if (chosen) onChoose(chosen.value)
        }}
        className="absolute inset-0 cursor-pointer appearance-none text-transparent outline-none"
      >
        {options.map((one) => (
          <option key={one.value} value={one.value} className="bg-surface-1 text-text">
            {one.name}
          </option>
        ))}
      </select>
    </label>
  )
}
