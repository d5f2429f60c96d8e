import { useText } from '../../shared/text/text.ts'
import { useGroupStops } from './group-stops.ts'
import { firstPrice, useSlipKeys } from './slip-keys.ts'

/** Before every desktop page: its keyboard shortcuts, and a skip link to the first price. */
export function DeskStart({ hasPrices }: { hasPrices: boolean }) {
  const t = useText()
  useGroupStops()
  useSlipKeys()
  if (!hasPrices) return null
  return (
    <button
      type="button"
      onClick={() => firstPrice()?.focus()}
      className="sr-only z-99 focus:not-sr-only focus:fixed focus:start-12 focus:top-8 focus:rounded-14 focus:bg-text focus:px-16 focus:py-12 focus:text-14 focus:font-700 focus:text-bg"
    >
      {t('app.skip.prices')}
    </button>
  )
}
