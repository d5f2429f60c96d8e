import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, usePages, wholeList } from '../../shared/ask-again.ts'
import { type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useMarketWords } from '../../shared/market-words.ts'
import { feedName } from '../../shared/feeds.tsx'
import { useFormat } from '../../shared/format.ts'
import { type SearchField, SearchFilters } from '../../shared/SearchFilters.tsx'
import { sportNames } from '../../shared/sports.ts'
import { useText } from '../../shared/text.ts'
import { MarketDrawer } from './MarketDrawer.tsx'
import { type WaitingMarket, whyNames } from './parts.ts'

/** A fixture number: lists its markets, settled ones too. */
const fields: readonly SearchField[] = [{ name: 'partida', label: 'plays.filter.fixture', kind: 'text' }]

/**
 * Markets whose result two operators must state. For one fixture, all closed markets, so that a wrong result can be
 * corrected.
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
  return (
    <ListPage
      title={t('nav.results.name')}
      note={t('results.page.note')}
      columns={useColumns()}
      list={fixtureId === '' ? waiting : ofFixture}
      keyOf={({ marketId }) => String(marketId)}
      drawer={({ row, close }) => row && <MarketDrawer key={row.marketId} market={row} onClose={close} />}
      empty={{ title: t('results.list.empty'), text: t('results.list.emptyText') }}
      filteredBy={['partida']}
      filters={<SearchFilters key={fixtureId} fields={fields} />}
    />
  )
}

function useColumns(): readonly ListColumn<WaitingMarket>[] {
  const t = useText()
  const words = useMarketWords()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({
        id: 'title',
        head: 'results.column.fixture',
        of: ({ title, competition }) => title ?? competition,
      }),
      wordColumn({ id: 'market', head: 'results.column.market', of: (market) => words(market) }),
      {
        id: 'sport',
        head: 'results.column.sport',
        cell: ({ sport }) => t(sportNames[sport]),
        csv: ({ sport }) => sport,
      },
      wordColumn({ id: 'feed', head: 'results.column.feed', of: ({ feed }) => feedName(t, feed) }),
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
      momentColumn(
        { id: 'startsAt', head: 'results.column.startsAt', of: ({ startsAt }) => startsAt },
        format.time,
      ),
    ],
    [t, format, words],
  )
}
