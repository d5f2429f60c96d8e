import { Money } from '../../../shared/format/Money.tsx'
import { centsOf } from '../../../shared/format/format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { WithdrawLimits } from './withdraw-rules.ts'

type Props = {
  limits: WithdrawLimits
  /** Own money that must be staked before it may leave. */
  heldCents: number
  /** Bonus within the balance, not money yet. */
  bonusCents: number
  countsWithdrawals: boolean
}

/** The withdrawable amount, and today's remaining withdrawals if limited. The balance is shown above. */
export function LimitsCard({ limits, heldCents, bonusCents, countsWithdrawals }: Props) {
  const t = useText()
  const staying = [
    { label: t('wallet.withdraw.held'), cents: heldCents },
    { label: t('wallet.withdraw.bonus'), cents: bonusCents },
  ].filter(({ cents }) => cents > 0)
  return (
    <dl className="grid grid-cols-1 gap-8 rounded-18 bg-surface-2 p-14 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <dt className="text-text-2">{t('wallet.withdraw.available')}</dt>
        <dd>
          <Money cents={centsOf(limits.wdAmount)} className="text-24 font-800 tracking-tighter" />
        </dd>
      </div>
      {staying.map(({ label, cents }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-8">
          <dt className="text-text-2">{label}</dt>
          <dd>
            <Money cents={cents} className="font-600" />
          </dd>
        </div>
      ))}
      {countsWithdrawals && (
        <div className="flex justify-between gap-8">
          <dt className="text-text-2">{t('wallet.withdraw.leftToday')}</dt>
          <dd className="font-600">{limits.number}</dd>
        </div>
      )}
    </dl>
  )
}
