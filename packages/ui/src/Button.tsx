import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons/Icon.tsx'

const kinds = {
  primary: 'key-brand focus-ink font-700 active:translate-y-1',
  secondary: 'bg-surface-3 text-text font-700 hover:bg-surface-4 active:bg-surface-4',
  outline: 'hairline bg-surface-1 text-text font-600 hover:bg-surface-2 active:bg-surface-3',
  ghost: 'text-text font-600 hover:bg-surface-3 active:bg-surface-4',
  play: 'bg-play-fill text-on-play font-700 hover:bg-play-hover active:translate-y-1',
  win: 'bg-win text-on-win font-700 hover:bg-win-hover active:translate-y-1',
  danger: 'bg-loss text-on-loss font-700 hover:bg-loss-hover active:translate-y-1',
} as const

const sizes = {
  l: 'finger-52 rounded-14 px-18 text-16 tracking-tight',
  m: 'finger-44 rounded-14 px-16 text-14 tracking-tight',
  s: 'tap-s rounded-11 px-14 text-13',
} as const

type Props = Omit<ComponentProps<'button'>, 'type'> & {
  kind?: keyof typeof kinds
  size?: keyof typeof sizes
  /** Takes the full width. */
  block?: boolean
  /**
   * Work is in progress: a spinner replaces the label, which stays the accessible name; the width stays, presses are
   * ignored.
   */
  busy?: boolean
  submit?: boolean
  children: ReactNode
}

/** The button: a key-like main action, and quieter kinds. */
export function Button(props: Props) {
  const { kind = 'primary', size = 'l', block, busy, submit, className, children, onClick, ...rest } = props
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      data-kind={kind}
      data-busy={busy || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy ? true : rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        'relative inline-flex shrink-0 roomy:shrink cursor-pointer touch-manipulation items-center justify-center gap-8 text-center transition-[translate,background-color] duration-(--dur-1)',
        'disabled:cursor-not-allowed disabled:bg-surface-2 disabled:bg-none disabled:text-text-3 disabled:hairline disabled:active:translate-y-0',
        // Looks disabled, but may be pressed to learn why.
        'aria-disabled:not-data-busy:bg-surface-2 aria-disabled:not-data-busy:bg-none aria-disabled:not-data-busy:text-text-3 aria-disabled:not-data-busy:shadow-none aria-disabled:not-data-busy:active:translate-y-0',
        kinds[kind],
        sizes[size],
        block && 'w-full',
        className,
      )}
    >
      <span className={cx('flex flex-1 items-center justify-center gap-8', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && <Icon name="spinner-gap-bold" className="spin absolute size-22" />}
    </button>
  )
}
