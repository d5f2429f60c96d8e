import { Checkbox } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { chooseBanker } from '../slip-choices.ts'
import { type SlipLeg } from '../slip-store.ts'

/** Of a system whether a selection stands in every combination, and whether that can be changed. */
export type Banker = { isOn: boolean; isFixed: boolean }

type Props = { leg: SlipLeg; pick: string; banker: Banker; disabled: boolean }

/** Makes a selection of a system a banker. */
export function BankerChoice({ leg, pick, banker, disabled }: Props) {
  const t = useText()
  return (
    <Checkbox
      checked={banker.isOn}
      disabled={banker.isFixed || disabled}
      aria-label={t('sportsbook.leg.bankerOf', { pick })}
      onChange={(event) => chooseBanker(leg.outcomeId, event.target.checked)}
    >
      {t('sportsbook.leg.banker')}
    </Checkbox>
  )
}
