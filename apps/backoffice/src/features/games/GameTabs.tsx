import { Tabs } from '../../shared/Tabs.tsx'
import { useText } from '../../shared/text.ts'

/** The games, rounds to review, and all rounds. */
export function GameTabs() {
  const t = useText()
  return (
    <Tabs
      label={t('nav.games.name')}
      tabs={[
        { href: '/jogos', label: t('nav.games.name') },
        { href: '/jogos/anormais', label: t('games.abnormal.title') },
        { href: '/rodadas', label: t('nav.rounds.name') },
      ]}
    />
  )
}
