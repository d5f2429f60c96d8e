import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldAria } from './Field.tsx'

type Props = Omit<ComponentProps<'input'>, 'size'> & {
  /** `s` is for mouse users: desktop rows. */
  size?: 'l' | 's'
  /** Inside the box before the text: a prefix, an icon. */
  before?: ReactNode
  /** Inside the box after the text: a button, a unit. */
  after?: ReactNode
}

/** A one-line input. Put it in a `Field`, which names it. */
export function TextInput({ before, after, size = 'l', className, ...input }: Props) {
  const aria = useFieldAria()
  return (
    <div
      className={cx(
        'ring-input flex min-w-0 items-center gap-8 focus-within:ring-brand has-aria-invalid:ring-loss',
        size === 'l' ? 'finger-52 rounded-14 bg-surface-2 px-14' : 'min-h-36 rounded-11 bg-surface-1 px-10',
        className,
      )}
    >
      {before}
      <input
        {...aria}
        {...input}
        className="w-full min-w-0 flex-1 self-stretch bg-transparent font-500 text-text outline-none placeholder:text-text-3 disabled:text-text-3"
      />
      {after}
    </div>
  )
}
