import { Money } from '../../../shared/format/Money.tsx'
import { centsOf } from '../../../shared/format/format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { WithdrawLimits } from './withdraw-rules.ts'

type Props = {
  limits: WithdrawLimits
  /** Of the player's own money, what may leave only after it was staked. */
  heldCents: number
  countsWithdrawals: boolean
}

/** What may leave now, and how often today where that is counted. The balance itself stands above, in the bar of the sheet or on the page. */
export function LimitsCard({ limits, heldCents, countsWithdrawals }: Props) {
  const t = useText()
  return (
    <dl className="grid grid-cols-1 gap-8 rounded-18 bg-surface-2 p-14 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <dt className="text-text-2">{t('wallet.withdraw.available')}</dt>
        <dd>
          <Money cents={centsOf(limits.wdAmount)} className="text-24 font-800 tracking-tighter" />
        </dd>
      </div>
      {heldCents > 0 && (
        <div className="flex flex-wrap justify-between gap-x-8">
          <dt className="text-text-2">{t('wallet.withdraw.held')}</dt>
          <dd>
            <Money cents={heldCents} className="font-600" />
          </dd>
        </div>
      )}
      {countsWithdrawals && (
        <div className="flex justify-between gap-8">
          <dt className="text-text-2">{t('wallet.withdraw.leftToday')}</dt>
          <dd className="font-600">{limits.number}</dd>
        </div>
      )}
    </dl>
  )
}
