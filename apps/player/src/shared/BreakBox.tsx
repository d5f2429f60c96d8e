import { Icon } from '@palpite/ui'
import type { ReactNode } from 'react'
import type { Break } from './limits.ts'
import { useText } from './text/text.ts'
import { useBreakText } from './use-break-text.ts'

type Props = {
  breaks: readonly Break[]
  /** A link to where the player can continue. */
  children?: ReactNode
}

/** Lists the breaks in force, until when, and what still works. Renders nothing without one. */
export function BreakBox({ breaks, children }: Props) {
  const t = useText()
  const breakText = useBreakText()
  if (breaks.length === 0) return null
  return (
    <div role="status" className="flex items-start gap-10 rounded-14 bg-info-tint p-12 text-13">
      <Icon name="plant-duotone" className="size-22 shrink-0 text-info" />
      <div className="grid min-w-0 gap-4">
        {breaks.map((held) => (
          <p key={`${held.kind}${held.product}${held.startsAt}`} className="font-600">
            {breakText(held)}
          </p>
        ))}
        <p className="text-text-2">{t('protection.now.still')}</p>
        {children}
      </div>
    </div>
  )
}
