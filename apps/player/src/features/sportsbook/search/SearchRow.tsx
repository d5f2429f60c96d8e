import { type Glyph, Icon } from '@palpite/ui'
import type { ReactNode } from 'react'

/** What was found of one kind, under its name. */
export function SearchGroup({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="grid grid-cols-1 gap-6">
      <div className="flex items-center justify-between px-8">
        <h3 className="text-12 font-600 text-text-2">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** One line of a search: a card of its own, so that a finger tells it from the next. */
export function SearchRow({
  icon,
  onPress,
  children,
}: {
  icon: Glyph
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="hairline flex finger-48 w-full cursor-pointer items-center gap-10 rounded-14 bg-surface-1 px-12 text-start text-14 hover:bg-surface-2 active:bg-surface-3"
    >
      <Icon name={icon} className="size-20 shrink-0 text-text-2" />
      {children}
    </button>
  )
}
