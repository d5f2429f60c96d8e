import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** Operators and roles. */
export function OperatorTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.operators.name')}
      tabs={[
        { href: '/operadores', label: t('operators.tab.people') },
        { href: '/operadores/papeis', label: t('operators.tab.roles') },
      ]}
    />
  )
}
