import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons/Icon.tsx'
import type { Glyph } from './icons/glyphs.ts'

type Props = Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> & {
  icon: Glyph
  /** What the button does, in words: its only name. */
  label: string
}

/** A 44-pixel button that shows only a glyph. */
export function IconButton({ icon, label, className, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        'tap relative grid size-44 shrink-0 cursor-pointer touch-manipulation place-items-center rounded-14 text-text hover:bg-surface-3 active:bg-surface-4 disabled:bg-transparent disabled:text-text-disabled',
        className,
      )}
    >
      <Icon name={icon} className="size-24" />
    </button>
  )
}
