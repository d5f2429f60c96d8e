import { Icon } from '@palpite/ui'
import { breakFor, type KeptOut, useLimits } from './limits.ts'
import { openOverlay } from './overlays.ts'
import { useText } from './text/text.ts'
import { useBreakText } from './use-break-text.ts'

type Props = { what: KeptOut }

/** Where a break of the player keeps something out: which, until when, and what still works. Nothing else. */
export function BreakBanner({ what }: Props) {
  const t = useText()
  const breakText = useBreakText()
  const { data } = useLimits()
  const held = data && breakFor(data.breaks, what)
  if (!held) return null
  return (
    <div role="status" className="flex items-start gap-10 rounded-14 bg-info-tint p-12 text-13">
      <Icon name="plant-duotone" className="size-22 shrink-0 text-info" />
      <div className="grid min-w-0 gap-2">
        <p className="font-600">{breakText(held)}</p>
        <p className="text-text-2">{t('protection.now.still')}</p>
        <button
          type="button"
          onClick={() => openOverlay('limits', { part: 'breaks' })}
          className="tap cursor-pointer justify-self-start font-600 text-brand-text hover:underline"
        >
          {t('app.menu.limits')}
        </button>
      </div>
    </div>
  )
}
