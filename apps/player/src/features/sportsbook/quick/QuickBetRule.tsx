import { Checkbox, MoneyInput } from '@palpite/ui'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHasKeys } from '../../../shared/use-is-wide.ts'
import { setQuickBet, useQuickBet } from './quick-bet.ts'

/** Settings of long-press betting: on or off, and the stake. */
export function QuickBetRule() {
  const t = useText()
  const decimalMark = useDecimalMark()
  const { isOn, entry } = useQuickBet()
  const hasKeys = useHasKeys()
  return (
    <div className="px-4">
      <Checkbox checked={isOn} onChange={(event) => setQuickBet({ isOn: event.target.checked })}>
        {t(hasKeys ? 'sportsbook.quick.settingKeys' : 'sportsbook.quick.setting')}
      </Checkbox>
      {isOn && (
        <MoneyInput
          label={t('sportsbook.quick.stake')}
          entry={entry}
          onEntry={(next) => setQuickBet({ entry: next })}
          symbol={t('wallet.money.symbol')}
          decimalMark={decimalMark}
          keyboard="native"
        />
      )}
    </div>
  )
}
