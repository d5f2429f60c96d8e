import { type Glyph, Icon } from '@palpite/ui'
import { useId } from 'react'

type Props = {
  icon: Glyph
  label: string
  note?: string | undefined
  /** Explains the entry if another one has a similar name. */
  hint?: string | undefined
  current?: boolean
  onPress: () => void
}

/** A menu entry. */
export function MenuEntry({ icon, label, note, hint, current, onPress }: Props) {
  const id = useId()
  return (
    <button
      type="button"
      onClick={onPress}
      aria-current={current ? 'page' : undefined}
      {...(hint !== undefined && { 'aria-describedby': `${id}hint` })}
      className="flex finger-48 w-full cursor-pointer items-center gap-12 rounded-14 px-12 text-start text-14 font-600 hover:bg-surface-2 active:bg-surface-3 aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand-text"
    >
      <Icon name={icon} className="size-24 text-brand-text" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-12">
        <span>{label}</span>
        {hint !== undefined && (
          <span
            id={`${id}hint`}
            aria-hidden="true"
            className="basis-full text-12 leading-tight font-500 text-text-2"
          >
            {hint}
          </span>
        )}
        {note !== undefined && <span className="text-12 font-500 text-text-2 roomy:sr-only">{note}</span>}
      </span>
      <Icon name="caret-right-bold" className="size-14 text-text-3" />
    </button>
  )
}
