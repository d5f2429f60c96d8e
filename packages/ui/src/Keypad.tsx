import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icons/Icon.tsx'
import type { PadKey } from './money-entry.ts'

type Props = {
  onKey: (key: PadKey) => void
  decimalMark: ',' | '.'
  /** Names of the group, of the decimal key and of the delete key. */
  labels: { pad: string; mark: string; delete: string }
  disabled?: boolean
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const holdMs = 700
const repeatMs = 150

/** Our own number pad of real buttons. Acts on touch, never takes the focus; holding delete repeats. */
export function Keypad({ onKey, decimalMark, labels, disabled }: Props) {
  const press = usePress(onKey)
  const key = (name: PadKey, content: ReactNode, label?: string) => (
    <button
      key={name}
      type="button"
      aria-label={label}
      disabled={disabled}
      {...press(name)}
      className="reach grid finger-42 cursor-pointer touch-manipulation place-items-center rounded-11 bg-surface-2 text-20 font-600 select-none hover:bg-surface-3 active:bg-surface-4 disabled:bg-surface-2 disabled:text-text-disabled"
    >
      {content}
    </button>
  )
  return (
    <div role="group" aria-label={labels.pad} className="grid grid-cols-3 gap-5">
      {digits.map((digit) => key(digit, digit))}
      {key('mark', decimalMark, labels.mark)}
      {key('0', '0')}
      {key('delete', <Icon name="backspace" className="size-24" />, labels.delete)}
    </div>
  )
}

const usePress = (onKey: (key: PadKey) => void) => {
  const latest = useRef(onKey)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const release = () => clearTimeout(timer.current)
  const repeat = () => {
    latest.current('delete')
    timer.current = setTimeout(repeat, repeatMs)
  }
  return (key: PadKey) => ({
    onPointerDown(event: PointerEvent) {
      // The default would move the focus from the amount to this button.
      event.preventDefault()
      if (event.button !== 0) return
      latest.current(key)
      if (key === 'delete') timer.current = setTimeout(repeat, holdMs)
    },
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    // A click without a pointer: Enter, Space or a screen reader. The pointer has acted already.
    onClick: (event: { detail: number }) => event.detail === 0 && latest.current(key),
  })
}
