import { cx } from './cx.ts'
import { Icon } from './icons/Icon.tsx'

type Props = {
  /** The whole of it in words: "Porto Maracujá vence, cota 1,42". */
  name: string
  /** The short sign before the price: 1, X, 2; left out where a column head says it. */
  label?: string | undefined
  /** The price as text, already in the player's language. */
  price: string
  chosen: boolean
  /** Which way the price last moved. */
  move?: 'up' | 'down' | undefined
  status: 'open' | 'suspended' | 'closed'
  onChoose: () => void
  className?: string
}

/** One price to bet on. Shows which way it moved; keeps its size and says so while it cannot be chosen. */
export function OddsButton({ name, label, price, chosen, move, status, onChoose, className }: Props) {
  const open = status === 'open'
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={!open}
      data-move={open ? move : undefined}
      onClick={onChoose}
      className={cx(
        'odds relative flex min-h-44 cursor-pointer touch-manipulation items-center overflow-hidden rounded-11 bg-odds-bg px-11 roomy:px-4 text-16 font-700 tracking-tight text-odds-text transition-colors duration-(--dur-2) active:translate-y-1 active:bg-surface-4',
        'data-[move=down]:bg-loss-tint data-[move=down]:text-loss data-[move=up]:bg-win-tint data-[move=up]:text-win',
        'aria-pressed:key-brand aria-pressed:focus-ink aria-pressed:font-800 aria-pressed:text-odds-sel-text',
        'disabled:cursor-not-allowed disabled:bg-surface-2 disabled:text-text-disabled',
        label === undefined || !open ? 'justify-center' : 'justify-between gap-4 roomy:justify-center',
        className,
      )}
    >
      <span className="sr-only">{name}</span>
      {open && label !== undefined && (
        <span
          aria-hidden="true"
          className={cx('text-12 font-500 roomy:hidden', chosen ? 'text-odds-sel-text' : 'text-text-2')}
        >
          {label}
        </span>
      )}
      <span aria-hidden="true">
        {open ? price : status === 'suspended' ? <Icon name="lock-simple-fill" className="size-18" /> : '–'}
      </span>
    </button>
  )
}
