import { Icon } from '@palpite/ui'
import { useText } from '../../shared/text/text.ts'
import { GameTiles } from '../menus/GameTiles.tsx'
import { Section } from './Section.tsx'

/** The small games, three in a row; on a wide desktop all in one row. */
export function QuickGames() {
  const t = useText()
  return (
    <Section
      mark={<Icon name="lightning-fill" className="size-22 text-brand-text" />}
      title={t('home.games.title')}
    >
      <div className="px-12">
        <GameTiles isInRow />
      </div>
    </Section>
  )
}
