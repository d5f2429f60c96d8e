import { Chip, entryCents, entryOfCents, type MoneyEntry, MoneyInput } from '@palpite/ui'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { maxWithdrawable, percentOf, type WithdrawLimits } from './withdraw-rules.ts'

type Props = {
  entry: MoneyEntry
  onEntry: (entry: MoneyEntry) => void
  limits: WithdrawLimits
  error: string | undefined
  /** States that the amount was lowered to the balance; undefined if it was not. */
  note: string | undefined
}

/** The amount, with buttons for a quarter, half and all. */
export function AmountField({ entry, onEntry, limits, error, note }: Props) {
  const t = useText()
  const format = useFormat()
  const decimalMark = useDecimalMark()
  const maxCents = maxWithdrawable(limits)
  const part = (percent: number) => {
    const cents = percentOf(maxCents, percent)
    return (
      <Chip
        key={percent}
        chosen={cents > 0 && cents === entryCents(entry)}
        tone={percent === 100 ? 'brand' : 'plain'}
        disabled={cents === 0}
        onClick={() => onEntry(entryOfCents(cents))}
      >
        {percent === 100 ? t('wallet.withdraw.all') : format.percent(percent / 100, 0)}
      </Chip>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      <MoneyInput
        label={t('wallet.withdraw.amount')}
        entry={entry}
        onEntry={onEntry}
        symbol={t('wallet.money.symbol')}
        decimalMark={decimalMark}
        keyboard="native"
        error={error}
      />
      {note !== undefined && (
        <p role="status" className="text-12 font-500 text-warn">
          {note}
        </p>
      )}
      <div role="group" aria-label={t('wallet.withdraw.parts')} className="grid grid-cols-3 gap-6">
        {[25, 50, 100].map(part)}
      </div>
      <p className="text-12 text-text-3">
        {t('wallet.withdraw.bounds', {
          min: format.money(centsOf(Number(limits.limitAmount))),
          max: format.money(centsOf(limits.maxAmount)),
          fee: format.percent(limits.serviceAmount, 2),
        })}
      </p>
      {/* Fixed by the specification (§9); the bound in force is shown above. */}
      <p className="text-12 text-text-3">{t('wallet.withdraw.fixedMost')}</p>
    </div>
  )
}
