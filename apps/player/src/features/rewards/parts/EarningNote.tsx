import type { Calls } from '@palpite/contract'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

type Props = Pick<Calls['GET /api/app/rewards/rules']['data'], 'earning'>

/**
 * Which stakes earn game bonus and commission only in part, beside the unchanged rates. The figures are the server's.
 */
export function EarningNote({ earning: { minesBps, minPriceMilli } }: Props) {
  const t = useText()
  const format = useFormat()
  return (
    <p className="text-13 text-text-2">
      {t('rewards.earning.note', {
        mines: format.percent(minesBps / 10_000, 2),
        odds: format.price(minPriceMilli),
      })}
    </p>
  )
}
