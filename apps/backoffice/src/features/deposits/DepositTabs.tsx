import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** The three deposit screens: unmatched payments, one order, parked webhooks. */
export function DepositTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.deposits.name')}
      tabs={[
        { href: '/depositos', label: t('bank.tab.unmatched') },
        { href: '/depositos/pedido', label: t('bank.tab.order') },
        { href: '/depositos/avisos', label: t('bank.tab.parked') },
      ]}
    />
  )
}
