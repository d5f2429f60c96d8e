import { Checkbox } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { chooseEachWay } from '../slip-choices.ts'
import { useSlip } from '../slip-store.ts'
import type { CombinedBet } from './combined-rules.ts'
import type { StakedLeg } from './slip-rules.ts'

type Props = { legs: readonly StakedLeg[]; combined: CombinedBet | undefined; disabled: boolean }

/** Toggles each-way; hidden unless every selection supports it. */
export function EachWay({ legs, combined, disabled }: Props) {
  const t = useText()
  const { price } = useFormat()
  const isEachWay = useSlip((slip) => slip.isEachWay)
  const places = legs.flatMap(({ view: { place } }) => place ?? [])
  if (places.length === 0 || (combined && places.length < legs.length)) return null
  const prices = places.map(({ priceMilli }) => price(priceMilli)).join(' · ')
  return (
    <div className="grid gap-4 px-4">
      <Checkbox
        checked={isEachWay}
        disabled={disabled}
        onChange={(event) => chooseEachWay(event.target.checked)}
      >
        {t('sportsbook.eachWay.name')}
      </Checkbox>
      {isEachWay && <p className="text-12 text-text-2">{t('sportsbook.eachWay.how', { prices })}</p>}
    </div>
  )
}
