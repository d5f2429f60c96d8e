import { StatusTag, type Tone } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { playFields, usePlaySearch } from '../../shared/play-search.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { SearchFilters } from '../../shared/SearchFilters.tsx'
import { sportNames, sports } from '../../shared/sports.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { BetDrawer } from './BetDrawer.tsx'

type Bet = DataOf<'GET /api/backoffice/bets'>['items'][number]

const fields = playFields({ name: 'partida', label: 'plays.filter.fixture', kind: 'text' })

const states = {
  open: 'plays.state.open',
  won: 'plays.state.won',
  lost: 'plays.state.lost',
  refunded: 'plays.state.refunded',
  cashed_out: 'plays.state.soldWhole',
} as const satisfies Record<string, TextKey>
const stateNames = Object.keys(states) as (keyof typeof states)[]

/** The bets of all players that the filters find, the newest first. Each look at one player's is audited. */
export function BetsPage() {
  const t = useText()
  const address = useAddress()
  const search = usePlaySearch(fields, 'ver', 'esporte')
  const columns = useColumns()
  const state = stateNames.find((one) => one === address.get('ver'))
  const sport = sports.find((one) => one === address.get('esporte'))
  const list = usePages(
    'GET /api/backoffice/bets',
    {
      ...search.query,
      fixtureId: address.get('partida') || undefined,
      status: state,
      sport,
    },
    { everyMs: false },
  )
  const openId = address.get('aberto')
  return (
    <Page
      title={t('nav.bets.name')}
      note={t('plays.bets.note')}
      drawer={openId && <BetDrawer key={openId} betId={openId} onClose={() => address.set({ aberto: '' })} />}
    >
      <DataList
        title={t('nav.bets.name')}
        columns={columns}
        list={list}
        keyOf={({ id }) => String(id)}
        open={{ key: openId, onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('plays.bets.empty') }}
        isFiltered={search.isFiltered}
        onClearFilters={search.clear}
        filters={
          <>
            <SearchFilters key={search.filled} fields={fields} />
            <Pick
              label={t('plays.filter.sport')}
              value={sport ?? ''}
              onChange={(next) => address.set({ esporte: next })}
              options={[
                { value: '', label: t('plays.filter.all') },
                ...sports.map((value) => ({ value, label: t(sportNames[value]) })),
              ]}
            />
            <Pick
              label={t('list.filter.state')}
              value={state ?? ''}
              onChange={(next) => address.set({ ver: next })}
              options={[
                { value: '', label: t('plays.filter.all') },
                ...stateNames.map((value) => ({ value, label: t(states[value]) })),
              ]}
            />
          </>
        }
      />
    </Page>
  )
}

const kinds = {
  single: 'plays.kind.single',
  parlay: 'plays.kind.parlay',
  system: 'plays.kind.system',
} as const satisfies Record<Bet['kind'], TextKey>

const standings = {
  open: ['plays.state.open', 'info'],
  settled: ['plays.state.settled', 'neutral'],
  cashed_out: ['plays.state.soldWhole', 'play'],
} as const satisfies Record<Bet['status'], readonly [TextKey, Tone]>

function useColumns(): readonly ListColumn<Bet>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'bet', head: 'bets.column.bet', cell: ({ id }) => `#${id}`, csv: ({ id }) => String(id) },
      {
        id: 'betId',
        head: 'plays.column.publicId',
        cell: ({ betId }) => <code>{betId}</code>,
        csv: ({ betId }) => betId,
      },
      {
        id: 'player',
        head: 'list.column.player',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      {
        id: 'title',
        head: 'plays.column.on',
        cell: ({ title, legs }) => (
          <span className="block max-w-280 truncate" title={title}>
            {legs > 1 ? t('plays.legs.more', { title, count: legs - 1 }) : title}
          </span>
        ),
        csv: ({ title }) => title,
      },
      {
        id: 'sport',
        head: 'plays.filter.sport',
        cell: ({ sport }) => t(sportNames[sport]),
        csv: ({ sport }) => sport,
      },
      {
        id: 'kind',
        head: 'plays.column.kind',
        cell: ({ kind, legs }) => (legs > 1 ? `${t(kinds[kind])} · ${legs}` : t(kinds[kind])),
        csv: ({ kind }) => kind,
      },
      {
        id: 'stake',
        head: 'bets.column.stake',
        isFigure: true,
        cell: ({ stakeCents }) => format.money(stakeCents),
        csv: ({ stakeCents }) => (stakeCents / 100).toFixed(2),
      },
      {
        id: 'return',
        head: 'plays.column.returned',
        isFigure: true,
        cell: ({ returnCents }) => (returnCents === null ? '–' : format.money(returnCents)),
        csv: ({ returnCents }) => (returnCents === null ? '' : (returnCents / 100).toFixed(2)),
      },
      {
        id: 'potential',
        head: 'bets.column.return',
        isFigure: true,
        cell: ({ potentialReturnCents }) => format.money(potentialReturnCents),
        csv: ({ potentialReturnCents }) => (potentialReturnCents / 100).toFixed(2),
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ status }) => {
          const [name, tone] = standings[status]
          return <StatusTag tone={tone}>{t(name)}</StatusTag>
        },
        csv: ({ status }) => status,
      },
      {
        id: 'placedAt',
        head: 'bets.column.placedAt',
        cell: ({ placedAt }) => format.time(placedAt),
        csv: ({ placedAt }) => placedAt,
      },
    ],
    [t, format],
  )
}
