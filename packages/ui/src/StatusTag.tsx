import type { ReactNode } from 'react'
import { Icon } from './icons/Icon.tsx'
import type { Glyph } from './icons/glyphs.ts'

const tones = {
  info: 'bg-info-tint text-info',
  win: 'bg-win-tint text-win',
  loss: 'bg-loss-tint text-loss',
  warn: 'bg-warn-tint text-warn',
  play: 'bg-play-tint text-play-text',
  brand: 'bg-brand-tint text-brand-text',
  neutral: 'bg-surface-3 text-text-2',
} as const

export type Tone = keyof typeof tones

type Props = { tone: Tone; icon?: Glyph; children: ReactNode }

/** The state of a bet, order or promotion: colour, icon and word. */
export function StatusTag({ tone, icon, children }: Props) {
  return (
    <span
      data-tone={tone}
      className={`inline-flex min-h-22 items-center gap-4 rounded-8 px-7 text-11 font-700 whitespace-nowrap ${tones[tone]}`}
    >
      {icon && <Icon name={icon} className="size-14" />}
      {children}
    </span>
  )
}
