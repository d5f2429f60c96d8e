import { entryCents, type MoneyEntry, MoneyInput } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { isWithin, type OwnBounds } from './packages.ts'

type Props = {
  entry: MoneyEntry
  onEntry: (entry: MoneyEntry) => void
  bounds: OwnBounds
  /** Whether the amount differs from all packages, some of which have a gift. */
  isWithoutGift: boolean
  /** Whether the player tried to deposit it: no errors while typing. */
  isTried: boolean
}

/** A free amount, within the operator's bounds. */
export function OwnAmount({ entry, onEntry, bounds, isWithoutGift, isTried }: Props) {
  const t = useText()
  const format = useFormat()
  const decimalMark = useDecimalMark()
  const words = t('wallet.packages.ownBounds', {
    min: format.money(bounds.minCents),
    max: format.money(bounds.maxCents),
  })
  const isWrong = isTried && entry !== '' && !isWithin(bounds, entryCents(entry))
  return (
    <div className="grid grid-cols-1 gap-6">
      <MoneyInput
        label={t('wallet.packages.own')}
        entry={entry}
        onEntry={onEntry}
        symbol={t('wallet.money.symbol')}
        decimalMark={decimalMark}
        keyboard="native"
        placeholder={t('wallet.packages.own')}
        error={isWrong ? words : undefined}
      />
      {!isWrong && <p className="text-12 text-text-3">{words}</p>}
      {isWithoutGift && (
        <p aria-live="polite" className="text-12 font-500 text-warn">
          {t('wallet.packages.ownGift')}
        </p>
      )}
    </div>
  )
}
