import { Segmented } from '@palpite/ui'
import { BreakNotice } from '../../shared/BreakNotice.tsx'
import { useText } from '../../shared/text/text.ts'
import { DepositWays } from './topup/DepositWays.tsx'
import { WithdrawForm } from './withdraw/WithdrawForm.tsx'

export type CashTab = 'deposit' | 'withdraw'

type Props = {
  tab: CashTab
  onTab: (tab: CashTab) => void
  /** What the balance is short of, where a bet or round led here. */
  missingCents?: number | undefined
}

/** Money in and money out: the two tabs that the overlay and the account page share. */
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
      {tab === 'deposit' && <BreakNotice what="deposit" />}
      {tab === 'deposit' ? <DepositWays missingCents={missingCents} /> : <WithdrawForm />}
    </div>
  )
}
