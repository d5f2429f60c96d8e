import { BreakBox } from './BreakBox.tsx'
import { breakFor, type KeptOut, useLimits } from './limits.ts'
import { openOverlay } from './overlays.ts'
import { useText } from './text/text.ts'

type Props = { what: KeptOut }

/** Shows which break blocks this feature, until when, and what still works. Renders nothing without one. */
export function BreakBanner({ what }: Props) {
  const t = useText()
  const { data } = useLimits()
  const held = data && breakFor(data.breaks, what)
  if (!held) return null
  return (
    <BreakBox breaks={[held]}>
      <button
        type="button"
        onClick={() => openOverlay('limits', { part: 'breaks' })}
        className="tap cursor-pointer justify-self-start font-600 text-brand-text hover:underline"
      >
        {t('app.menu.limits')}
      </button>
    </BreakBox>
  )
}
