import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { playFields, usePlaySearch } from '../../shared/play-search.ts'
import { SearchFilters } from '../../shared/SearchFilters.tsx'
import { useText } from '../../shared/text.ts'
import { GameTabs } from './GameTabs.tsx'
import { RoundDrawer } from './RoundDrawer.tsx'
import { gameNames, stateNames, useRoundColumns } from './rounds.tsx'

const fields = playFields({ name: 'sorteio', label: 'plays.filter.draw', kind: 'text' })
const gameChoice = { all: 'plays.filter.all', ...gameNames } as const
const stateChoice = { all: 'plays.filter.all', ...stateNames } as const

/** All players' small-game rounds matching the filters, newest first. Each view of a player's round is audited. */
export function RoundsPage() {
  const t = useText()
  const address = useAddress()
  const search = usePlaySearch(fields, 'ver', 'jogo')
  const state = useChoice('ver', stateChoice)
  const game = useChoice('jogo', gameChoice)
  const list = usePages(
    'GET /api/backoffice/rounds',
    {
      ...search.query,
      sharedRoundId: address.get('sorteio') || undefined,
      status: state === 'all' ? undefined : state,
      game: game === 'all' ? undefined : game,
    },
    { everyMs: false },
  )
  return (
    <ListPage
      title={t('nav.games.name')}
      note={t('plays.rounds.note')}
      listTitle={t('nav.rounds.name')}
      tabs={<GameTabs />}
      columns={useRoundColumns()}
      list={list}
      keyOf={({ id }) => String(id)}
      drawer={({ key, close }) => <RoundDrawer key={key} roundId={key} onClose={close} />}
      empty={{ title: t('plays.rounds.empty') }}
      filteredBy={search.names}
      filters={
        <>
          <Choice name="jogo" head="plays.filter.game" words={gameChoice} />
          <Choice name="ver" head="list.filter.state" words={stateChoice} />
          <SearchFilters key={search.filled} fields={fields} />
        </>
      }
    />
  )
}
