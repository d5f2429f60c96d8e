import { useText } from '../../../shared/text/text.ts'
import { SelectLine } from '../parts/SelectLine.tsx'
import { chooseTolerance, tolerances, useTolerance } from './cash-out-tolerance.ts'

const bpsOfPercent = 100

/** How far the value may fall before a confirmed cash-out is refused. */
export function CashOutTolerance({ disabled }: { disabled: boolean }) {
  const t = useText()
  const { tolerance } = useTolerance()
  return (
    <SelectLine
      label={t('sportsbook.cashOut.ifFalls')}
      options={tolerances.map((value) => ({
        value,
        name:
          value === '0'
            ? t('sportsbook.cashOut.notLess')
            : t('sportsbook.cashOut.within', { percent: Number(value) / bpsOfPercent }),
      }))}
      value={tolerance}
      disabled={disabled}
      onChoose={chooseTolerance}
    />
  )
}
