import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import {
  type ListColumn,
  moneyColumn,
  momentColumn,
  playerColumn,
  tagColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { playFields, usePlaySearch } from '../../shared/play-search.ts'
import { SearchFilters } from '../../shared/SearchFilters.tsx'
import { sportNames } from '../../shared/sports.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { BetDrawer } from '../../shared/BetDrawer.tsx'

type Bet = DataOf<'GET /api/backoffice/bets'>['items'][number]

const fields = playFields({ name: 'partida', label: 'plays.filter.fixture', kind: 'text' })

const stateNames = {
  all: 'plays.filter.all',
  open: 'plays.state.open',
  won: 'plays.state.won',
  lost: 'plays.state.lost',
  refunded: 'plays.state.refunded',
  cashed_out: 'plays.state.soldWhole',
} as const satisfies Record<string, TextKey>
const sportChoice = { all: 'plays.filter.all', ...sportNames } as const

/** All players' bets matching the filters, newest first. Each view of a player's bet is audited. */
export function BetsPage() {
  const t = useText()
  const address = useAddress()
  const search = usePlaySearch(fields, 'ver', 'esporte')
  const state = useChoice('ver', stateNames)
  const sport = useChoice('esporte', sportChoice)
  const list = usePages(
    'GET /api/backoffice/bets',
    {
      ...search.query,
      fixtureId: address.get('partida') || undefined,
      status: state === 'all' ? undefined : state,
      sport: sport === 'all' ? undefined : sport,
    },
    { everyMs: false },
  )
  return (
    <ListPage
      title={t('nav.bets.name')}
      note={t('plays.bets.note')}
      columns={useColumns()}
      list={list}
      keyOf={({ id }) => String(id)}
      drawer={({ key, close }) => <BetDrawer key={key} betId={key} onClose={close} />}
      empty={{ title: t('plays.bets.empty') }}
      filteredBy={search.names}
      filters={
        <>
          <Choice name="esporte" head="plays.filter.sport" words={sportChoice} />
          <Choice name="ver" head="list.filter.state" words={stateNames} />
          <SearchFilters key={search.filled} fields={fields} />
        </>
      }
    />
  )
}

const kinds = {
  single: 'plays.kind.single',
  parlay: 'plays.kind.parlay',
  system: 'plays.kind.system',
} as const satisfies Record<Bet['kind'], TextKey>

const statusNames = {
  open: 'plays.state.open',
  settled: 'plays.state.settled',
  cashed_out: 'plays.state.soldWhole',
} as const satisfies Record<Bet['status'], TextKey>
const statusTones = { open: 'info', settled: 'neutral', cashed_out: 'play' } as const

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
      playerColumn(),
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
      moneyColumn({ id: 'stake', head: 'bets.column.stake', of: ({ stakeCents }) => stakeCents }, format),
      moneyColumn(
        { id: 'return', head: 'plays.column.returned', of: ({ returnCents }) => returnCents },
        format,
      ),
      moneyColumn(
        {
          id: 'potential',
          head: 'bets.column.return',
          of: ({ potentialReturnCents }) => potentialReturnCents,
        },
        format,
      ),
      tagColumn({ id: 'state', of: ({ status }) => status, names: statusNames, tones: statusTones }, t),
      momentColumn(
        { id: 'placedAt', head: 'bets.column.placedAt', of: ({ placedAt }) => placedAt },
        format.time,
      ),
    ],
    [t, format],
  )
}
