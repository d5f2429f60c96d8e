import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { playFields, usePlaySearch } from '../../shared/play-search.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { SearchFilters } from '../../shared/SearchFilters.tsx'
import { useText } from '../../shared/text.ts'
import { gameNames, games, type Round, stateNames, states, stateTones } from './round.ts'
import { RoundDrawer } from './RoundDrawer.tsx'

const fields = playFields({ name: 'sorteio', label: 'plays.filter.draw', kind: 'text' })

/** The rounds of small games of all players that the filters find, the newest first. Each look at one player's is audited. */
export function RoundsPage() {
  const t = useText()
  const address = useAddress()
  const search = usePlaySearch(fields, 'ver', 'jogo')
  const columns = useColumns()
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

function useColumns(): readonly ListColumn<Round>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'round', head: 'plays.column.round', cell: ({ id }) => `#${id}`, csv: ({ id }) => String(id) },
      {
        id: 'roundId',
        head: 'plays.column.publicId',
        cell: ({ roundId }) => <code>{roundId}</code>,
        csv: ({ roundId }) => roundId,
      },
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'game',
        head: 'plays.filter.game',
        cell: ({ game }) => t(gameNames[game]),
        csv: ({ game }) => game,
      },
      {
        id: 'stake',
        head: 'bets.column.stake',
        isFigure: true,
        cell: ({ stakeCents }) => format.money(stakeCents),
        csv: ({ stakeCents }) => (stakeCents / 100).toFixed(2),
      },
      {
        id: 'multiplier',
        head: 'plays.column.multiplier',
        isFigure: true,
        cell: ({ multiplierE4 }) => `${format.number(multiplierE4 / 10_000)}×`,
        csv: ({ multiplierE4 }) => String(multiplierE4 / 10_000),
      },
      {
        id: 'payout',
        head: 'plays.column.returned',
        isFigure: true,
        cell: ({ payoutCents, status }) => (status === 'open' ? '–' : format.money(payoutCents)),
        csv: ({ payoutCents }) => (payoutCents / 100).toFixed(2),
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ status }) => <StatusTag tone={stateTones[status]}>{t(stateNames[status])}</StatusTag>,
        csv: ({ status }) => status,
      },
      { id: 'at', head: 'plays.column.begunAt', cell: ({ at }) => format.time(at), csv: ({ at }) => at },
    ],
    [t, format],
  )
}
