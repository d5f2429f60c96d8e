import { openOverlay } from './overlays.ts'
import { useText } from './text/text.ts'

/** Links a refusal to the limit or break that caused it. */
export function ToLimits() {
  const t = useText()
  return (
    <button
      type="button"
      onClick={() => openOverlay('limits')}
      className="tap cursor-pointer justify-self-start text-start text-13 font-600 text-brand-text hover:underline"
    >
      {t('app.menu.limits')}
    </button>
  )
}
