import { Checkbox } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { chooseBanker } from '../slip-choices.ts'
import { type SlipLeg } from '../slip-store.ts'

/** Whether a selection is the system's banker, and whether that can change. */
export type Banker = { isOn: boolean; isFixed: boolean }

type Props = { leg: SlipLeg; pick: string; banker: Banker; disabled: boolean }

/** Toggles a selection as banker. */
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
