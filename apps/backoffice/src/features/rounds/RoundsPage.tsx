import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { centsParam, momentOf, SearchFilters, type SearchField } from '../../shared/SearchFilters.tsx'
import { useText } from '../../shared/text.ts'
import { gameNames, games, type Round, stateNames, states, stateTones } from './round.ts'
import { RoundDrawer } from './RoundDrawer.tsx'

const fields: readonly SearchField[] = [
  { name: 'id', label: 'plays.filter.id', kind: 'text' },
  { name: 'jogador', label: 'plays.filter.player', kind: 'text' },
  { name: 'sorteio', label: 'plays.filter.draw', kind: 'text' },
  { name: 'de', label: 'plays.filter.from', kind: 'day' },
  { name: 'ate', label: 'plays.filter.until', kind: 'day' },
  { name: 'min', label: 'plays.filter.least', kind: 'money' },
  { name: 'max', label: 'plays.filter.most', kind: 'money' },
]

/** All rounds of small games of all players, the newest first. Each look at one player's is audited. */
export function RoundsPage() {
  const t = useText()
  const address = useAddress()
  const columns = useColumns()
  const state = states.find((one) => one === address.get('ver'))
  const game = games.find((one) => one === address.get('jogo'))
  const list = usePages(
    'GET /api/backoffice/rounds',
    {
      id: address.get('id').toUpperCase() || undefined,
      playerId: address.get('jogador').toUpperCase() || undefined,
      sharedRoundId: address.get('sorteio') || undefined,
      from: momentOf(address.get('de'), 'begins'),
      until: momentOf(address.get('ate'), 'is over'),
      fromCents: centsParam(address.get('min')),
      untilCents: centsParam(address.get('max')),
      status: state,
      game,
    },
    { everyMs: false },
  )
  const openId = address.get('aberto')
  const names = [...fields.map(({ name }) => name), 'ver', 'jogo']
  const filled = names.map((name) => address.get(name)).join(' ')
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
        isFiltered={filled.trim() !== ''}
        onClearFilters={() => address.set(Object.fromEntries(names.map((name) => [name, ''])))}
        filters={
          <>
            <SearchFilters key={filled} fields={fields} />
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
