import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** The two screens of risk: flagged bets, and the matches that may cost most. */
export function FlagTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.marks.name')}
      tabs={[
        { href: '/marcadas', label: t('worst.tab.flags') },
        { href: '/marcadas/risco', label: t('worst.tab.name') },
      ]}
    />
  )
}
