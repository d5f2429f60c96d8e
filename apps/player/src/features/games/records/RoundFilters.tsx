import { Chip } from '@palpite/ui'
import { Row } from '../../../shared/row/Row.tsx'
import { smallGames } from '../../../shared/small-games.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { type Filters, type RoundFilter, roundFilters } from './use-rounds.ts'

const filterTexts: Readonly<Record<RoundFilter, TextKey>> = {
  all: 'games.records.all',
  open: 'games.records.allOpen',
  won: 'games.records.allWon',
  lost: 'games.records.allLost',
}

type Props = { filters: Filters; onChoose: (change: Partial<Filters>) => void }

/** Filters of the round list: game and state. */
export function RoundFilters({ filters, onChoose }: Props) {
  const t = useText()
  return (
    <>
      <Row label={t('games.records.game')}>
        <div className="no-bar flex gap-6 overflow-x-auto">
          <Chip chosen={filters.game === 'all'} onClick={() => onChoose({ game: 'all' })}>
            {t('games.records.allGames')}
          </Chip>
          {smallGames.map(({ game, text }) => (
            <Chip key={game} chosen={filters.game === game} onClick={() => onChoose({ game })}>
              {t(text)}
            </Chip>
          ))}
        </div>
      </Row>
      <Row label={t('games.records.status')}>
        <div className="no-bar flex gap-6 overflow-x-auto">
          {roundFilters.map((each) => (
            <Chip key={each} chosen={filters.status === each} onClick={() => onChoose({ status: each })}>
              {t(filterTexts[each])}
            </Chip>
          ))}
        </div>
      </Row>
    </>
  )
}
