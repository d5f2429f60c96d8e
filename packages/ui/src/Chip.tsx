import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = Omit<ComponentProps<'button'>, 'type'> & {
  chosen?: boolean
  tone?: 'plain' | 'brand'
  children: ReactNode
}

/** A small option in a row: quick stakes, filters. Selected ones are inverse, never solid yellow. */
export function Chip({ chosen, tone = 'plain', className, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      data-chosen={chosen || undefined}
      aria-pressed={chosen}
      className={cx(
        'inline-flex min-h-(--tap) shrink-0 cursor-pointer touch-manipulation items-center justify-center gap-6 rounded-11 bg-surface-3 px-13 text-13 font-600 whitespace-nowrap hover:bg-surface-4 active:bg-surface-4 disabled:bg-surface-3 disabled:text-text-disabled data-chosen:bg-text data-chosen:font-700 data-chosen:text-bg',
        tone === 'brand' ? 'text-brand-text' : 'text-text',
        className,
      )}
    >
      {children}
    </button>
  )
}
