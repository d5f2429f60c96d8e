import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, usePages, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { figureColumn, type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { useMarketWords } from '../../shared/market-words.ts'
import { feedColumns, feedName } from '../../shared/feeds.tsx'
import { useFormat } from '../../shared/format.ts'
import { Page } from '../../shared/Page.tsx'
import { sportNames, sports } from '../../shared/sports.ts'
import { useText } from '../../shared/text.ts'
import { FixtureDrawer, reasonOf, reportedBy, type Waiting } from './FixtureDrawer.tsx'

type Refused = DataOf<'GET /api/backoffice/feeds/refused'>['items'][number]

/** Fixtures that wait for a result or a decision, feed health, and refused messages. */
export function FixturesPage() {
  const t = useText()
  const format = useFormat()
  const address = useAddress()
  const waiting = wholeList(useAsked('GET /api/backoffice/feeds/waiting', { query: {} }))
  const open = waiting.rows.find(({ fixtureId }) => String(fixtureId) === address.get('aberto'))
  const feeds = wholeList(useAsked('GET /api/backoffice/feeds', { query: {} }))
  const refused = usePages('GET /api/backoffice/feeds/refused')
  return (
    <Page
      title={t('nav.feeds.name')}
      note={t('feeds.page.note')}
      drawer={
        open && (
          <FixtureDrawer key={open.fixtureId} fixture={open} onClose={() => address.set({ aberto: '' })} />
        )
      }
    >
      <div className="grid gap-20">
        <DataList
          name="esperam"
          title={t('feeds.part.waiting')}
          isTitled
          columns={useWaiting()}
          list={waiting}
          keyOf={({ fixtureId }) => String(fixtureId)}
          open={{ key: open ? String(open.fixtureId) : '', onOpen: (key) => address.set({ aberto: key }) }}
          empty={{ title: t('feeds.waiting.empty') }}
        />
        <DataList
          name="fontes"
          title={t('feeds.part.feeds')}
          isTitled
          columns={useMemo(() => feedColumns({ t, format }), [t, format])}
          list={feeds}
          keyOf={({ name }) => name}
          empty={{ title: t('feeds.feeds.empty') }}
        />
        <DataList
          name="recusadas"
          title={t('feeds.part.refused')}
          isTitled
          columns={useRefused()}
          list={refused}
          keyOf={({ id }) => String(id)}
          empty={{ title: t('feeds.refused.empty') }}
        />
      </div>
    </Page>
  )
}

function useWaiting(): readonly ListColumn<Waiting>[] {
  const t = useText()
  const words = useMarketWords()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'fixture',
        head: 'feeds.column.fixture',
        cell: ({ fixtureId, title }) => title ?? `#${fixtureId}`,
        csv: ({ fixtureId, title }) => `#${fixtureId} ${title ?? ''}`.trim(),
      },
      {
        id: 'reason',
        head: 'results.column.why',
        cell: (fixture) => {
          const words = reasonOf(fixture)
          return <StatusTag tone="warn">{words ? t(words) : fixture.reason}</StatusTag>
        },
        csv: ({ reason, told, windows, late }) =>
          [
            reason,
            ...told.map((one) => `${one.feed}: ${reportedBy(one)}`),
            ...windows.map((one) => `${one.feed}: void ${one.from ?? ''}/${one.until ?? ''} ${words(one)}`),
            ...late.map((one) => `late: ${one.from}/${one.until}`),
          ].join('; '),
      },
      {
        id: 'sport',
        head: 'results.column.sport',
        cell: ({ sport }) => {
          const known = sports.find((one) => one === sport)
          return known ? t(sportNames[known]) : sport
        },
        csv: ({ sport }) => sport,
      },
      wordColumn({
        id: 'feed',
        head: 'results.column.feed',
        of: ({ feed, feedKey }) => `${feedName(t, feed)} ${feedKey}`,
      }),
      figureColumn({ id: 'markets', head: 'feeds.column.markets', of: ({ markets }) => markets }, format),
      momentColumn(
        { id: 'startsAt', head: 'results.column.startsAt', of: ({ startsAt }) => startsAt },
        format.time,
      ),
    ],
    [t, format, words],
  )
}

function useRefused(): readonly ListColumn<Refused>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      momentColumn(
        { id: 'receivedAt', head: 'feeds.column.receivedAt', of: ({ receivedAt }) => receivedAt },
        format.time,
      ),
      wordColumn({ id: 'feed', head: 'results.column.feed', of: ({ feed }) => feedName(t, feed) }),
      {
        id: 'kind',
        head: 'feeds.column.kind',
        cell: ({ kind, key }) => `${kind ?? '–'} ${key ?? ''}`,
        csv: ({ kind, key }) => `${kind ?? ''} ${key ?? ''}`,
      },
      {
        id: 'reason',
        head: 'results.column.why',
        cell: ({ reason }) => <code>{reason}</code>,
        csv: ({ reason }) => reason,
      },
      {
        id: 'detail',
        head: 'feeds.column.detail',
        cell: ({ detail }) => <span className="block max-w-440 truncate">{detail}</span>,
        csv: ({ detail }) => detail,
      },
    ],
    [t, format],
  )
}
