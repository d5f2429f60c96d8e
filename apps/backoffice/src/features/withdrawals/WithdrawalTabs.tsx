import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** The two lists of withdrawals: waiting for operators, and all pending. */
export function WithdrawalTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.withdrawals.name')}
      tabs={[
        { href: '/saques', label: t('withdrawals.tab.reviews') },
        { href: '/saques/a-caminho', label: t('withdrawals.tab.underWay') },
      ]}
    />
  )
}
