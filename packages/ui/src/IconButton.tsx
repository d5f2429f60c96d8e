import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons/Icon.tsx'
import type { Glyph } from './icons/glyphs.ts'

type Props = Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> & {
  icon: Glyph
  /** Shown instead of the other on a desktop. */
  deskIcon?: Glyph
  /** The action in words: its only name. */
  label: string
}

/** A 44-pixel icon button. */
export function IconButton({ icon, deskIcon, label, className, ...rest }: Props) {
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
      <Icon name={icon} className={cx('size-24', deskIcon && 'wide:hidden')} />
      {deskIcon && <Icon name={deskIcon} className="hidden size-24 wide:block" />}
    </button>
  )
}
