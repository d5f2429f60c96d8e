import { Segmented } from '@palpite/ui'
import { BreakNotice } from '../../shared/BreakNotice.tsx'
import { breakFor, useLimits } from '../../shared/limits.ts'
import { useText } from '../../shared/text/text.ts'
import { DepositWays } from './topup/DepositWays.tsx'
import { WithdrawForm } from './withdraw/WithdrawForm.tsx'

export type CashTab = 'deposit' | 'withdraw'

type Props = {
  tab: CashTab
  onTab: (tab: CashTab) => void
  /** The missing amount, if a bet or round opened this. */
  missingCents?: number | undefined
}

/** Deposit and withdrawal: the two tabs shared by overlay and account page. */
export function CashPanel({ tab, onTab, missingCents }: Props) {
  const t = useText()
  return (
    <div className="grid grid-cols-1 gap-14">
      <Segmented<CashTab>
        label={t('wallet.panel.label')}
        value={tab}
        onChange={onTab}
        options={[
          { value: 'deposit', label: t('wallet.deposit.tab') },
          { value: 'withdraw', label: t('wallet.withdraw.tab') },
        ]}
      />
      {tab === 'deposit' ? <Deposit missingCents={missingCents} /> : <WithdrawForm />}
    </div>
  )
}

/** During a break the notice replaces the form. */
function Deposit({ missingCents }: Pick<Props, 'missingCents'>) {
  const { data } = useLimits()
  const isOnBreak = data && breakFor(data.breaks, 'deposit')
  return isOnBreak ? <BreakNotice what="deposit" /> : <DepositWays missingCents={missingCents} />
}
