import { isPriceMilli } from '@palpite/odds'
import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { chooseMinPrice, type SlipLeg, useSlip } from '../slip-store.ts'

const milli = 1000

/** The price that was typed, with a comma or a point; nothing where it is none. */
const priceOf = (typed: string): number | undefined => {
  const price = Math.round(Number(typed.trim().replace(',', '.')) * milli)
  return isPriceMilli(price) ? price : undefined
}

/** The least price that is taken for a selection, where lower ones are taken at all. */
export function MinPrice({ leg, pick, disabled }: { leg: SlipLeg; pick: string; disabled: boolean }) {
  const t = useText()
  const accept = useSlip((slip) => slip.accept)
  const [typed, setTyped] = useState(() => (leg.minPriceMilli ? String(leg.minPriceMilli / milli) : ''))
  if (accept !== 'any' && accept !== 'within') return null
  return (
    <label className="flex items-center justify-between gap-8 text-12 text-text-2">
      {t('sportsbook.accept.least')}
      <input
        inputMode="decimal"
        aria-label={t('sportsbook.accept.leastOf', { pick })}
        value={typed}
        disabled={disabled}
        placeholder={t('sportsbook.accept.none')}
        onChange={({ target }) => {
          setTyped(target.value)
          chooseMinPrice(leg.outcomeId, priceOf(target.value))
        }}
        className="tap-s w-80 rounded-11 bg-surface-2 px-8 text-end text-14 font-700 text-text placeholder:text-text-3"
      />
    </label>
  )
}
