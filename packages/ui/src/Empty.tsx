import type { ReactNode } from 'react'
import { Icon } from './icons/Icon.tsx'
import type { Glyph } from './icons/glyphs.ts'
import { Pattern } from './art/Pattern.tsx'

type Props = {
  icon: Glyph
  title: string
  text?: string | undefined
  action?: ReactNode
  /** Inside a card, which has its own padding. */
  inCard?: boolean
}

/** An empty state: an icon on a tile, a line, and one action. */
export function Empty({ icon, title, text, action, inCard = false }: Props) {
  return (
    <div
      data-in-card={inCard || undefined}
      className="grid justify-items-center gap-8 px-24 py-32 text-center data-in-card:px-0 data-in-card:py-4"
    >
      <div className="relative grid size-120 place-items-center overflow-hidden rounded-24 bg-surface-2 text-brand-text">
        <Pattern seed={41} columns={4} rows={4} className="absolute inset-0 size-full text-surface-3" />
        <Icon name={icon} className="relative size-56" />
      </div>
      <p className="mt-8 text-16 font-700 tracking-tight">{title}</p>
      {text !== undefined && <p className="text-13 text-balance text-text-2">{text}</p>}
      {action}
    </div>
  )
}
