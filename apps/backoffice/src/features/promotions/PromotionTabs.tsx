import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** Promotions by rules, banners, and messages to many players. */
export function PromotionTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.promotions.name')}
      tabs={[
        { href: '/promocoes', label: t('promotions.tab.rules') },
        { href: '/promocoes/banners', label: t('banners.page.title') },
        { href: '/promocoes/mensagens', label: t('campaigns.page.title') },
      ]}
    />
  )
}
