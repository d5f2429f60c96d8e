import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** The screens of risk: flagged bets, bets that wait for a trader, and the matches that may cost most. */
export function FlagTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.marks.name')}
      tabs={[
        { href: '/marcadas', label: t('worst.tab.flags') },
        { href: '/marcadas/pedidos', label: t('referrals.tab.name') },
        { href: '/marcadas/risco', label: t('worst.tab.name') },
      ]}
    />
  )
}
