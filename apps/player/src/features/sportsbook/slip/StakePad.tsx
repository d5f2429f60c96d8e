import { Chip, entryCents, entryOfCents, Keypad, type MoneyEntry, pressKey } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { useIsDocked } from './SlipFrame.tsx'

type Props = {
  entry: MoneyEntry
  onEntry: (entry: MoneyEntry) => void
  /** Fills in the maximum stake; absent without a balance. */
  onMost: (() => void) | undefined
  disabled: boolean
  withPad: boolean
}

/** Quick stakes in whole reais, from the minimum on. A column fits fewer. */
const stepsReais = [1, 2, 5, 10, 50, 100] as const
const stepsInColumn = [1, 2, 10, 50] as const
/** An entry's maximum; a step beyond it changes nothing. */
const maxEntryCents = 999_999_999

/** Additive quick stakes, the maximum, and our keypad. */
export function StakePad({ entry, onEntry, onMost, disabled, withPad }: Props) {
  const t = useText()
  const { money } = useFormat()
  const decimalMark = useDecimalMark()
  const isDocked = useIsDocked()
  const add = (reais: number) => {
    const sum = entryCents(entry) + reais * 100
    if (sum <= maxEntryCents) onEntry(entryOfCents(sum))
  }
  return (
    <>
      <div
        role="group"
        aria-label={t('sportsbook.stake.quick')}
        data-docked={isDocked || undefined}
        className="grid grid-cols-7 gap-4 narrow:grid-cols-4 data-docked:grid-cols-5 roomy:grid-cols-4"
      >
        {(isDocked ? stepsInColumn : stepsReais).map((reais) => (
          <Chip
            key={reais}
            disabled={disabled}
            aria-label={t('sportsbook.stake.add', { amount: money(reais * 100) })}
            onClick={() => add(reais)}
            className="px-4"
          >
            {t('sportsbook.stake.step', { reais })}
          </Chip>
        ))}
        <Chip tone="brand" disabled={disabled || !onMost} onClick={onMost} className="px-4">
          {t('sportsbook.stake.most')}
        </Chip>
      </div>
      {withPad && (
        <Keypad
          onKey={(key) => onEntry(pressKey(entry, key))}
          decimalMark={decimalMark}
          disabled={disabled}
          labels={{
            pad: t('sportsbook.stake.pad'),
            mark: t('sportsbook.stake.mark'),
            delete: t('sportsbook.stake.delete'),
          }}
        />
      )}
    </>
  )
}
