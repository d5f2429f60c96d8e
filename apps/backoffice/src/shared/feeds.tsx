import { StatusTag } from '@palpite/ui'
import type { DataOf } from './api.ts'
import type { useFormat } from './format.ts'
import type { ListColumn } from './list-column.tsx'
import type { TextKey, useText } from './text.ts'

type Feed = DataOf<'GET /api/backoffice/feeds'>[number]
type Producer = Feed['producers'][number]
type Text = ReturnType<typeof useText>

/** Each feed's name. */
export const feedNames = {
  uof: 'feed.uof.name',
  betfair: 'feed.betfair.name',
  odds_api: 'feed.oddsApi.name',
  importer: 'feed.importer.name',
  simulator: 'feed.simulator.name',
} as const satisfies Record<string, TextKey>

const namesOfAny: Readonly<Record<string, TextKey>> = feedNames

/** A feed in words; an unknown one by the server's name. */
export function feedName(t: Text, feed: string): string {
  const name = namesOfAny[feed]
  return name ? t(name) : feed
}

const producerNames = {
  up: 'feed.producer.up',
  recovering: 'feed.producer.recovering',
  down: 'feed.producer.down',
} as const satisfies Record<Producer['status'], TextKey>
const producerTones = { up: 'win', recovering: 'warn', down: 'loss' } as const

/** Feed health: last message, producers. */
export const feedColumns = ({
  t,
  format,
}: {
  t: Text
  format: ReturnType<typeof useFormat>
}): readonly ListColumn<Feed>[] => [
  { id: 'name', head: 'results.column.feed', cell: ({ name }) => feedName(t, name), csv: ({ name }) => name },
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
      producers.length === 0 ? (
        '–'
      ) : (
        <span className="flex gap-4">
          {producers.map(({ producer, status }) => (
            <StatusTag key={producer} tone={producerTones[status]}>
              {t(producerNames[status], { producer })}
            </StatusTag>
          ))}
        </span>
      ),
    csv: ({ producers }) => producers.map(({ producer, status }) => `${producer} ${status}`).join(' '),
  },
]
