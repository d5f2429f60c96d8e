import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, usePages, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import type { ListColumn } from '../../shared/list-column.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { useFormat } from '../../shared/format.ts'
import { Page } from '../../shared/Page.tsx'
import { type SearchField, SearchFilters } from '../../shared/SearchFilters.tsx'
import { sportNames } from '../../shared/sports.ts'
import { useText } from '../../shared/text.ts'
import { MarketDrawer } from './MarketDrawer.tsx'
import { type WaitingMarket, whyNames } from './parts.ts'

/** The number of a fixture, whose markets are listed then, those that are settled too. */
const fields: readonly SearchField[] = [{ name: 'partida', label: 'plays.filter.fixture', kind: 'text' }]

/**
 * Markets of which the feed does not tell who is paid what: two operators have to say the same. Of one fixture all that
 * take no bets any more, so that a wrong result can be corrected.
 */
export function MarketsPage() {
  const t = useText()
  const address = useAddress()
  const fixtureId = /^[1-9]\d{0,14}$/.test(address.get('partida')) ? address.get('partida') : ''
  const waiting = usePages('GET /api/backoffice/markets/waiting')
  const ofFixture = wholeList(
    useAsked(
      'GET /api/backoffice/fixtures/:fixtureId/markets',
      { params: { fixtureId } },
      { isWanted: fixtureId !== '' },
    ),
  )
  const list = fixtureId === '' ? waiting : ofFixture
  const columns = useColumns()
  const open = list.rows.find(({ marketId }) => String(marketId) === address.get('aberto'))
  return (
    <Page
      title={t('nav.results.name')}
      note={t('results.page.note')}
      drawer={
        open && <MarketDrawer key={open.marketId} market={open} onClose={() => address.set({ aberto: '' })} />
      }
    >
      <DataList
        title={t('nav.results.name')}
        columns={columns}
        list={list}
        keyOf={({ marketId }) => String(marketId)}
        open={{ key: open ? String(open.marketId) : '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('results.list.empty'), text: t('results.list.emptyText') }}
        filters={<SearchFilters key={fixtureId} fields={fields} />}
        isFiltered={fixtureId !== ''}
        onClearFilters={() => address.set({ partida: '' })}
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<WaitingMarket>[] {
  const t = useText()
  const words = useMarketWords()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'title',
        head: 'results.column.fixture',
        cell: ({ title, competition }) => title ?? competition,
        csv: ({ title, competition }) => title ?? competition,
      },
      {
        id: 'market',
        head: 'results.column.market',
        cell: words,
        csv: words,
      },
      {
        id: 'sport',
        head: 'results.column.sport',
        cell: ({ sport }) => t(sportNames[sport]),
        csv: ({ sport }) => sport,
      },
      { id: 'feed', head: 'results.column.feed', cell: ({ feed }) => feed, csv: ({ feed }) => feed },
      {
        id: 'why',
        head: 'results.column.why',
        cell: ({ why }) => (
          <StatusTag tone={why ? 'warn' : 'info'}>{t(why ? whyNames[why] : 'results.why.settled')}</StatusTag>
        ),
        csv: ({ why }) => why ?? 'settled',
      },
      {
        id: 'bets',
        head: 'results.column.bets',
        isFigure: true,
        cell: ({ outcomes }) => format.number(outcomes.reduce((sum, { bets }) => sum + bets, 0)),
      },
      {
        id: 'words',
        head: 'results.column.words',
        cell: ({ words }) =>
          words.length === 0 ? (
            '–'
          ) : (
            <StatusTag tone="info">{t('results.words.count', { count: words.length })}</StatusTag>
          ),
      },
      {
        id: 'startsAt',
        head: 'results.column.startsAt',
        cell: ({ startsAt }) => format.time(startsAt),
        csv: ({ startsAt }) => startsAt,
      },
    ],
    [t, format, words],
  )
}
