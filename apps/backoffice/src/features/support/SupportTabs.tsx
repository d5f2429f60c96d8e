import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** The inbox and the canned answers. */
export function SupportTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.support.name')}
      tabs={[
        { href: '/atendimento', label: t('support.tab.inbox') },
        { href: '/atendimento/respostas', label: t('support.canned.label') },
      ]}
    />
  )
}
