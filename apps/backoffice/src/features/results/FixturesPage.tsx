import { StatusTag } from '@palpite/ui'
import { type ReactNode, useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, usePages, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { figureColumn, type ListColumn } from '../../shared/list-column.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { useFormat } from '../../shared/format.ts'
import { Page } from '../../shared/Page.tsx'
import { sportNames, sports } from '../../shared/sports.ts'
import { useText } from '../../shared/text.ts'
import { FixtureDrawer, reasonOf, toldBy, type Waiting } from './FixtureDrawer.tsx'

type Feed = DataOf<'GET /api/backoffice/feeds'>[number]
type Refused = DataOf<'GET /api/backoffice/feeds/refused'>['items'][number]

/** Fixtures that are over and wait for a result of their feed, how the feeds are, and what of them was not taken. */
export function FixturesPage() {
  const t = useText()
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
        <Part title={t('feeds.part.waiting')}>
          <DataList
            name="esperam"
            title={t('feeds.part.waiting')}
            columns={useWaiting()}
            list={waiting}
            keyOf={({ fixtureId }) => String(fixtureId)}
            open={{ key: open ? String(open.fixtureId) : '', onOpen: (key) => address.set({ aberto: key }) }}
            empty={{ title: t('feeds.waiting.empty') }}
          />
        </Part>
        <Part title={t('feeds.part.feeds')}>
          <DataList
            name="fontes"
            title={t('feeds.part.feeds')}
            columns={useFeeds()}
            list={feeds}
            keyOf={({ name }) => name}
            empty={{ title: t('feeds.feeds.empty') }}
          />
        </Part>
        <Part title={t('feeds.part.refused')}>
          <DataList
            name="recusadas"
            title={t('feeds.part.refused')}
            columns={useRefused()}
            list={refused}
            keyOf={({ id }) => String(id)}
            empty={{ title: t('feeds.refused.empty') }}
          />
        </Part>
      </div>
    </Page>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-4 text-16 font-700">{title}</h2>
      {children}
    </div>
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
        csv: ({ reason, told, windows }) =>
          [
            reason,
            ...told.map((one) => `${one.feed}: ${toldBy(one)}`),
            ...windows.map((one) => `${one.feed}: void ${one.from ?? ''}/${one.until ?? ''} ${words(one)}`),
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
      {
        id: 'feed',
        head: 'results.column.feed',
        cell: ({ feed, feedKey }) => `${feed} ${feedKey}`,
        csv: ({ feed, feedKey }) => `${feed} ${feedKey}`,
      },
      {
        id: 'markets',
        head: 'feeds.column.markets',
        isFigure: true,
        cell: ({ markets }) => format.number(markets),
        csv: ({ markets }) => String(markets),
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

function useFeeds(): readonly ListColumn<Feed>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'name', head: 'results.column.feed', cell: ({ name }) => <b>{name}</b>, csv: ({ name }) => name },
      figureColumn(
        { id: 'priority', head: 'feeds.column.priority', of: ({ priority }: Feed) => priority },
        format,
      ),
      {
        id: 'aliveAt',
        head: 'feeds.column.aliveAt',
        cell: ({ aliveAt }) => (aliveAt === null ? t('feeds.alive.never') : format.time(aliveAt)),
        csv: ({ aliveAt }) => aliveAt ?? '',
      },
      {
        id: 'producers',
        head: 'feeds.column.producers',
        cell: ({ producers }) =>
          producers.length === 0
            ? '–'
            : producers.map(({ producer, status }) => (
                <StatusTag
                  key={producer}
                  tone={status === 'up' ? 'win' : status === 'down' ? 'loss' : 'warn'}
                >
                  {`${producer} · ${status}`}
                </StatusTag>
              )),
        csv: ({ producers }) => producers.map(({ producer, status }) => `${producer} ${status}`).join(' '),
      },
    ],
    [t, format],
  )
}

function useRefused(): readonly ListColumn<Refused>[] {
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'receivedAt',
        head: 'feeds.column.receivedAt',
        cell: ({ receivedAt }) => format.time(receivedAt),
        csv: ({ receivedAt }) => receivedAt,
      },
      { id: 'feed', head: 'results.column.feed', cell: ({ feed }) => feed, csv: ({ feed }) => feed },
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
    [format],
  )
}
