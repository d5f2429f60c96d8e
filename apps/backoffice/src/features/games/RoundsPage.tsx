import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { playFields, usePlaySearch } from '../../shared/play-search.ts'
import { SearchFilters } from '../../shared/SearchFilters.tsx'
import { useText } from '../../shared/text.ts'
import { GameTabs } from './GameTabs.tsx'
import { gameNames, games, stateNames, states } from './round.ts'
import { useRoundColumns } from './round-columns.tsx'
import { RoundDrawer } from './RoundDrawer.tsx'

const fields = playFields({ name: 'sorteio', label: 'plays.filter.draw', kind: 'text' })

/** The rounds of small games of all players that the filters find, the newest first. Each look at one player's is audited. */
export function RoundsPage() {
  const t = useText()
  const address = useAddress()
  const search = usePlaySearch(fields, 'ver', 'jogo')
  const columns = useRoundColumns()
  const state = states.find((one) => one === address.get('ver'))
  const game = games.find((one) => one === address.get('jogo'))
  const list = usePages(
    'GET /api/backoffice/rounds',
    {
      ...search.query,
      sharedRoundId: address.get('sorteio') || undefined,
      status: state,
      game,
    },
    { everyMs: false },
  )
  const openId = address.get('aberto')
  return (
    <Page
      title={t('nav.rounds.name')}
      note={t('plays.rounds.note')}
      drawer={
        openId && <RoundDrawer key={openId} roundId={openId} onClose={() => address.set({ aberto: '' })} />
      }
    >
      <GameTabs />
      <DataList
        title={t('nav.rounds.name')}
        columns={columns}
        list={list}
        keyOf={({ id }) => String(id)}
        open={{ key: openId, onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('plays.rounds.empty') }}
        isFiltered={search.isFiltered}
        onClearFilters={search.clear}
        filters={
          <>
            <SearchFilters key={search.filled} fields={fields} />
            <Pick
              label={t('plays.filter.game')}
              value={game ?? ''}
              onChange={(next) => address.set({ jogo: next })}
              options={[
                { value: '', label: t('plays.filter.all') },
                ...games.map((value) => ({ value, label: t(gameNames[value]) })),
              ]}
            />
            <Pick
              label={t('list.filter.state')}
              value={state ?? ''}
              onChange={(next) => address.set({ ver: next })}
              options={[
                { value: '', label: t('plays.filter.all') },
                ...states.map((value) => ({ value, label: t(stateNames[value]) })),
              ]}
            />
          </>
        }
      />
    </Page>
  )
}
