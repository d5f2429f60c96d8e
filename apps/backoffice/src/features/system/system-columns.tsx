import { StatusTag } from '@palpite/ui'
import type { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import type { useText } from '../../shared/text.ts'
import type { JobOfServer, PortOfServer, Server, System } from './system-lists.ts'

type Words = { t: ReturnType<typeof useText>; format: ReturnType<typeof useFormat> }

const textOf = (at: string | null) => at ?? ''

/** Whether the last ones of something failed, and how many. */
const standing = ({ t }: Words, inARow: number, isRunning = false) =>
  inARow > 0 ? (
    <StatusTag tone="loss">{t('system.state.fails', { count: inARow })}</StatusTag>
  ) : (
    <StatusTag tone={isRunning ? 'info' : 'win'}>
      {t(isRunning ? 'system.state.runs' : 'system.state.fine')}
    </StatusTag>
  )

export const serverColumns = ({ t, format }: Words): readonly ListColumn<Server>[] => [
  {
    id: 'server',
    head: 'system.column.server',
    cell: ({ serverId }) => <code>{serverId}</code>,
    csv: ({ serverId }) => serverId,
  },
  {
    id: 'state',
    head: 'list.column.state',
    cell: ({ isSilent }) => (
      <StatusTag tone={isSilent ? 'loss' : 'win'}>
        {t(isSilent ? 'system.state.silent' : 'system.state.up')}
      </StatusTag>
    ),
    csv: ({ isSilent }) => (isSilent ? 'silent' : 'up'),
  },
  {
    id: 'version',
    head: 'system.column.version',
    cell: ({ version }) => version,
    csv: ({ version }) => version,
  },
  {
    id: 'startedAt',
    head: 'system.column.startedAt',
    cell: ({ startedAt }) => format.time(startedAt),
    csv: ({ startedAt }) => startedAt,
  },
  {
    id: 'seenAt',
    head: 'system.column.seenAt',
    cell: ({ seenAt }) => format.age(seenAt),
    csv: ({ seenAt }) => seenAt,
  },
  {
    id: 'sockets',
    head: 'system.column.sockets',
    isFigure: true,
    cell: ({ sockets }) => format.number(sockets),
    csv: ({ sockets }) => String(sockets),
  },
  {
    id: 'players',
    head: 'system.column.players',
    isFigure: true,
    cell: ({ players }) => format.number(players),
    csv: ({ players }) => String(players),
  },
]

export const jobColumns = (words: Words): readonly ListColumn<JobOfServer>[] => {
  const { t, format } = words
  return [
    { id: 'job', head: 'system.column.job', cell: ({ name }) => name, csv: ({ name }) => name },
    {
      id: 'state',
      head: 'list.column.state',
      cell: ({ failuresInARow, isRunning }) => standing(words, failuresInARow, isRunning),
      csv: ({ failuresInARow }) => String(failuresInARow),
    },
    {
      id: 'lastRun',
      head: 'system.column.lastRun',
      cell: ({ startedAt }) => (startedAt === null ? t('system.job.never') : format.time(startedAt)),
      csv: ({ startedAt }) => textOf(startedAt),
    },
    {
      id: 'took',
      head: 'system.column.took',
      isFigure: true,
      cell: ({ tookMs }) => (tookMs === null ? '–' : t('system.took.ms', { ms: format.number(tookMs) })),
      csv: ({ tookMs }) => String(tookMs ?? ''),
    },
    {
      id: 'next',
      head: 'system.column.next',
      cell: ({ nextAt }) => format.time(nextAt),
      csv: ({ nextAt }) => nextAt,
    },
    {
      id: 'runs',
      head: 'system.column.runs',
      isFigure: true,
      cell: ({ runs }) => format.number(runs),
      csv: ({ runs }) => String(runs),
    },
    {
      id: 'failures',
      head: 'system.column.failures',
      isFigure: true,
      cell: ({ failures }) => format.number(failures),
      csv: ({ failures }) => String(failures),
    },
    {
      id: 'failedAt',
      head: 'system.column.failedAt',
      cell: ({ failedAt }) => (failedAt === null ? '–' : format.time(failedAt)),
      csv: ({ failedAt }) => textOf(failedAt),
    },
    {
      id: 'server',
      head: 'system.column.server',
      cell: ({ serverId }) => <code>{serverId}</code>,
      csv: ({ serverId }) => serverId,
    },
  ]
}

export const portColumns = (words: Words): readonly ListColumn<PortOfServer>[] => {
  const { format } = words
  return [
    { id: 'port', head: 'system.column.port', cell: ({ name }) => name, csv: ({ name }) => name },
    {
      id: 'state',
      head: 'list.column.state',
      cell: ({ failedInARow }) => standing(words, failedInARow),
      csv: ({ failedInARow }) => String(failedInARow),
    },
    {
      id: 'answeredAt',
      head: 'system.column.answeredAt',
      cell: ({ answeredAt }) => (answeredAt === null ? '–' : format.time(answeredAt)),
      csv: ({ answeredAt }) => textOf(answeredAt),
    },
    {
      id: 'answered',
      head: 'system.column.answered',
      isFigure: true,
      cell: ({ answered }) => format.number(answered),
      csv: ({ answered }) => String(answered),
    },
    {
      id: 'failures',
      head: 'system.column.failures',
      isFigure: true,
      cell: ({ failed }) => format.number(failed),
      csv: ({ failed }) => String(failed),
    },
    {
      id: 'failedAt',
      head: 'system.column.failedAt',
      cell: ({ failedAt }) => (failedAt === null ? '–' : format.time(failedAt)),
      csv: ({ failedAt }) => textOf(failedAt),
    },
    {
      id: 'server',
      head: 'system.column.server',
      cell: ({ serverId }) => <code>{serverId}</code>,
      csv: ({ serverId }) => serverId,
    },
  ]
}

export const readerColumns = ({ format }: Words): readonly ListColumn<System['readers'][number]>[] => [
  { id: 'reader', head: 'system.column.reader', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    id: 'behind',
    head: 'system.column.behind',
    isFigure: true,
    cell: ({ behind, isMore }) => `${format.number(behind)}${isMore ? '+' : ''}`,
    csv: ({ behind }) => String(behind),
  },
  {
    id: 'oldest',
    head: 'system.column.oldest',
    cell: ({ oldestAt }) => (oldestAt === null ? '–' : format.age(oldestAt)),
    csv: ({ oldestAt }) => textOf(oldestAt),
  },
]

export const feedColumns = ({ format }: Words): readonly ListColumn<System['feeds'][number]>[] => [
  { id: 'feed', head: 'system.column.feed', cell: ({ name }) => name, csv: ({ name }) => name },
  {
    id: 'aliveAt',
    head: 'system.column.aliveAt',
    cell: ({ aliveAt }) => (aliveAt === null ? '–' : format.time(aliveAt)),
    csv: ({ aliveAt }) => textOf(aliveAt),
  },
  {
    id: 'producers',
    head: 'system.column.producers',
    cell: ({ producers }) =>
      producers.map(({ producer, status }) => `${producer} · ${status}`).join(', ') || '–',
    csv: ({ producers }) => producers.map(({ producer, status }) => `${producer} ${status}`).join(' '),
  },
]
