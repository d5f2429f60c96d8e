import { StatusTag } from '@palpite/ui'
import type { useFormat } from '../../shared/format.ts'
import { figureColumn, type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import type { useText } from '../../shared/text.ts'
import { jobNames, nameIn, portNames, readerNames } from './system-names.ts'
import type { JobOfServer, PortOfServer, Server, System } from './system-lists.ts'

type Words = { t: ReturnType<typeof useText>; format: ReturnType<typeof useFormat> }

/** Whether recent runs failed, and how many. */
const statusTag = ({ t }: Words, inARow: number, isRunning = false) =>
  inARow > 0 ? (
    <StatusTag tone="loss">{t('system.state.fails', { count: inARow })}</StatusTag>
  ) : (
    <StatusTag tone={isRunning ? 'info' : 'win'}>
      {t(isRunning ? 'system.state.runs' : 'system.state.fine')}
    </StatusTag>
  )

/** A row's server. */
const serverColumn = <Row extends { serverId: string }>(): ListColumn<Row> => ({
  id: 'server',
  head: 'system.column.server',
  cell: ({ serverId }) => <code>{serverId}</code>,
  csv: ({ serverId }) => serverId,
})

export const serverColumns = ({ t, format }: Words): readonly ListColumn<Server>[] => [
  serverColumn(),
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
  wordColumn({ id: 'version', head: 'system.column.version', of: ({ version }) => version }),
  momentColumn(
    { id: 'startedAt', head: 'system.column.startedAt', of: ({ startedAt }) => startedAt },
    format.time,
  ),
  momentColumn({ id: 'seenAt', head: 'system.column.seenAt', of: ({ seenAt }) => seenAt }, format.age),
  figureColumn({ id: 'sockets', head: 'system.column.sockets', of: ({ sockets }) => sockets }, format),
  figureColumn({ id: 'players', head: 'system.column.players', of: ({ players }) => players }, format),
]

export const jobColumns = (words: Words): readonly ListColumn<JobOfServer>[] => {
  const { t, format } = words
  return [
    wordColumn({ id: 'job', head: 'system.column.job', of: ({ name }) => nameIn(t, jobNames, name) }),
    {
      id: 'state',
      head: 'list.column.state',
      cell: ({ failuresInARow, isRunning }) => statusTag(words, failuresInARow, isRunning),
      csv: ({ failuresInARow }) => String(failuresInARow),
    },
    {
      id: 'lastRun',
      head: 'system.column.lastRun',
      cell: ({ startedAt }) => (startedAt === null ? t('system.job.never') : format.time(startedAt)),
      csv: ({ startedAt }) => startedAt ?? '',
    },
    {
      id: 'took',
      head: 'system.column.took',
      isFigure: true,
      cell: ({ tookMs }) => (tookMs === null ? '–' : t('system.took.ms', { ms: format.number(tookMs) })),
      csv: ({ tookMs }) => String(tookMs ?? ''),
    },
    momentColumn({ id: 'next', head: 'system.column.next', of: ({ nextAt }) => nextAt }, format.time),
    figureColumn({ id: 'runs', head: 'system.column.runs', of: ({ runs }) => runs }, format),
    figureColumn({ id: 'failures', head: 'system.column.failures', of: ({ failures }) => failures }, format),
    momentColumn(
      { id: 'failedAt', head: 'system.column.failedAt', of: ({ failedAt }) => failedAt },
      format.time,
    ),
    serverColumn(),
  ]
}

export const portColumns = (words: Words): readonly ListColumn<PortOfServer>[] => {
  const { t, format } = words
  return [
    wordColumn({ id: 'port', head: 'system.column.port', of: ({ name }) => nameIn(t, portNames, name) }),
    {
      id: 'state',
      head: 'list.column.state',
      cell: ({ failedInARow }) => statusTag(words, failedInARow),
      csv: ({ failedInARow }) => String(failedInARow),
    },
    momentColumn(
      { id: 'answeredAt', head: 'system.column.answeredAt', of: ({ answeredAt }) => answeredAt },
      format.time,
    ),
    figureColumn({ id: 'answered', head: 'system.column.answered', of: ({ answered }) => answered }, format),
    figureColumn({ id: 'failures', head: 'system.column.failures', of: ({ failed }) => failed }, format),
    momentColumn(
      { id: 'failedAt', head: 'system.column.failedAt', of: ({ failedAt }) => failedAt },
      format.time,
    ),
    serverColumn(),
  ]
}

export const readerColumns = ({ t, format }: Words): readonly ListColumn<System['readers'][number]>[] => [
  wordColumn({
    id: 'reader',
    head: 'system.column.reader',
    of: ({ name }) => nameIn(t, readerNames, name),
  }),
  {
    id: 'behind',
    head: 'system.column.behind',
    isFigure: true,
    cell: ({ behind, isMore }) => `${format.number(behind)}${isMore ? '+' : ''}`,
    csv: ({ behind }) => String(behind),
  },
  momentColumn({ id: 'oldest', head: 'system.column.oldest', of: ({ oldestAt }) => oldestAt }, format.age),
]
