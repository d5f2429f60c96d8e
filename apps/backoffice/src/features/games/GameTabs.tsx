import { Tabs } from '../../shared/Tabs.tsx'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'

/** The games, rounds to review, all rounds, and the studios. */
export function GameTabs() {
  const t = useText()
  const maySeeStudios = useMay('studios.read')
  return (
    <Tabs
      label={t('nav.games.name')}
      tabs={[
        { href: '/jogos', label: t('nav.games.name') },
        { href: '/jogos/anormais', label: t('games.abnormal.title') },
        { href: '/rodadas', label: t('nav.rounds.name') },
        ...(maySeeStudios ? [{ href: '/jogos/estudios', label: t('studios.tab.name') }] : []),
      ]}
    />
  )
}
