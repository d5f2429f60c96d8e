import { isPriceMilli } from '@palpite/odds'
import { useState } from 'react'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { chooseMinPrice } from '../slip-choices.ts'
import { type SlipLeg, useSlip } from '../slip-store.ts'

const milli = 1000

/** The typed price, with comma or point; undefined if invalid. */
const priceOf = (typed: string): number | undefined => {
  const price = Math.round(Number(typed.trim().replace(',', '.')) * milli)
  return isPriceMilli(price) ? price : undefined
}

const textOf = (priceMilli: number | undefined, mark: string): string =>
  priceMilli === undefined ? '' : String(priceMilli / milli).replace('.', mark)

/** The minimum price of a selection, for policies that accept lower prices. */
export function MinPrice({ leg, pick, disabled }: { leg: SlipLeg; pick: string; disabled: boolean }) {
  const t = useText()
  const accept = useSlip((slip) => slip.accept)
  const [typed, setTyped] = useState('')
  const mark = useDecimalMark()
  if (accept !== 'any' && accept !== 'within') return null
  // A newer agreed price replaces the typed one.
  const value = priceOf(typed) === leg.minPriceMilli ? typed : textOf(leg.minPriceMilli, mark)
  return (
    <label className="flex items-center justify-between gap-8 text-12 text-text-2">
      {t('sportsbook.accept.least')}
      <input
        inputMode="decimal"
        aria-label={t('sportsbook.accept.leastOf', { pick })}
        value={value}
        disabled={disabled}
        placeholder={t('sportsbook.accept.none')}
        onChange={({ target }) => {
          setTyped(target.value)
          chooseMinPrice(leg.outcomeId, priceOf(target.value))
        }}
        className="tap-s w-100 rounded-11 bg-surface-2 px-8 text-end text-14 font-700 text-text placeholder:text-text-3"
      />
    </label>
  )
}
