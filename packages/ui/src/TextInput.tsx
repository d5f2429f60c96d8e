import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldAria } from './Field.tsx'

type Props = ComponentProps<'input'> & {
  /** Shown inside the box before the text: a prefix, a glyph. */
  before?: ReactNode
  /** Shown inside the box after the text: a button, a unit. */
  after?: ReactNode
}

/** A one-line input. Put it in a `Field`, which names it. */
export function TextInput({ before, after, className, ...input }: Props) {
  const aria = useFieldAria()
  return (
    <div
      className={cx(
        'ring-input flex finger-52 min-w-0 items-center gap-8 rounded-14 bg-surface-2 px-14 focus-within:ring-brand has-aria-invalid:ring-loss',
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
