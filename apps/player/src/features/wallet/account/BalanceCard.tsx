import { IconButton, Pattern, Skeleton } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { Money } from '../../../shared/format/Money.tsx'
import { toggleHiddenMoney, useHiddenMoney } from '../../../shared/hidden-money.ts'
import type { UserInfo } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'

type Props = {
  user: UserInfo | undefined
  /** Hidden if the withdrawal beside it shows it. */
  showsAvailable: boolean
}

/** Balance with its cash and bonus, the withdrawable amount, and debts; an eye hides the figures. */
export function BalanceCard({ user, showsAvailable }: Props) {
  const t = useText()
  const isHidden = useHiddenMoney((state) => state.isHidden)
  const limits = useCall('GET /api/app/order/getWithdraw', { loading: false }, { staleTime: 0 })
  if (!user) return <Skeleton className="h-150 rounded-18" />
  const shown = (cents: number | undefined, className: string): ReactNode =>
    isHidden || cents === undefined ? (
      <span className={className}>
        <span aria-hidden="true">••••</span>
        <span className="sr-only">{t(isHidden ? 'wallet.account.hidden' : 'wallet.account.unknown')}</span>
      </span>
    ) : (
      <Money cents={cents} className={className} />
    )
  const { wdAmount, owed = 0 } = limits.data ?? {}
  const cashCents = centsOf(user.balance) - centsOf(user.freeBalance)
  const figure = (label: string, cents: number | undefined) => (
    <div className="grid gap-2">
      <dt className="text-12 text-text-2">{label}</dt>
      <dd>{shown(cents, 'text-16 font-700')}</dd>
    </div>
  )
  return (
    <section
      aria-label={t('app.wallet.balance')}
      className="hairline relative isolate grid gap-16 overflow-hidden rounded-18 bg-surface-1 p-16"
    >
      {/* The tile pattern is seeded by the player's avatar. */}
      <Pattern
        seed={user.header + 1}
        columns={10}
        rows={4}
        className="absolute inset-0 -z-1 size-full text-surface-2"
      />
      <div className="flex items-start justify-between gap-8">
        <div className="grid gap-2">
          <span className="text-13 text-text-2">{t('app.wallet.balance')}</span>
          {shown(centsOf(user.balance), 'text-32 font-800 tracking-tighter')}
        </div>
        <IconButton
          icon={isHidden ? 'eye-slash' : 'eye'}
          label={t(isHidden ? 'wallet.account.show' : 'wallet.account.hide')}
          aria-pressed={isHidden}
          className="-me-8 -mt-8"
          onClick={toggleHiddenMoney}
        />
      </div>
      <dl className="grid grid-cols-2 items-end gap-8 zoomed:grid-cols-1">
        {figure(t('wallet.account.cash'), cashCents)}
        {figure(t('wallet.account.bonus'), centsOf(user.freeBalance))}
        {showsAvailable &&
          figure(t('wallet.withdraw.available'), wdAmount === undefined ? undefined : centsOf(wdAmount))}
        {owed > 0 && figure(t('wallet.account.owed'), centsOf(owed))}
      </dl>
      {owed > 0 && <p className="text-13">{t('wallet.account.owedText')}</p>}
    </section>
  )
}
