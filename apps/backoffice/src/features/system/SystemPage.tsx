import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { ApiError } from '../../shared/api.ts'
import { type Paged, useAsked, wholeList } from '../../shared/ask-again.ts'
import { Answered } from '../../shared/Answered.tsx'
import { DataList } from '../../shared/DataList.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { feedColumns } from '../../shared/feeds.tsx'
import { useFormat } from '../../shared/format.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import { MaintenanceSection } from './MaintenanceSection.tsx'
import { jobColumns, portColumns, readerColumns, serverColumns } from './system-columns.tsx'
import { jobsOf, partOf, portsOf, type System } from './system-lists.ts'
import { nameIn, tableNames } from './system-names.ts'

/** The system's state at one moment: servers, jobs, outside systems, readers, feeds and database. */
export function SystemPage() {
  const t = useText()
  const asked = useSystem()
  return (
    <Page title={t('nav.system.name')} note={t('system.page.note')}>
      <div className="grid gap-20">
        <MaintenanceSection />
        <Answered asked={asked} skeleton="h-160">
          {(system) => <SystemState system={system} />}
        </Answered>
        <Lists asked={asked} />
      </div>
    </Page>
  )
}

/** Single values: the webhook queue, and the database. */
function SystemState({ system: { webhooks, database } }: { system: System }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="grid items-start gap-12 office:grid-cols-2">
      <Part title={t('system.part.database')}>
        <Facts
          facts={[
            [t('system.database.version'), database.version],
            [t('system.database.size'), format.bytes(database.bytes)],
            [
              t('system.database.connections'),
              t('system.database.connected', {
                used: format.number(database.connections),
                max: format.number(database.maxConnections),
              }),
            ],
            ...database.partitions.map(
              ({ table, until }) => [nameIn(t, tableNames, table), format.time(until)] as const,
            ),
          ]}
        />
      </Part>
      <Part title={t('system.part.webhooks')}>
        <Facts
          facts={[
            [t('system.webhooks.parked'), format.number(webhooks.parked)],
            [t('system.webhooks.waiting'), format.number(webhooks.waiting)],
            [t('system.webhooks.oldest'), webhooks.oldestAt === null ? '–' : format.age(webhooks.oldestAt)],
          ]}
        />
      </Part>
    </div>
  )
}

function Lists({ asked }: { asked: ReturnType<typeof useSystem> }) {
  const t = useText()
  const format = useFormat()
  const columns = useMemo(() => {
    const words = { t, format }
    return {
      servers: serverColumns(words),
      jobs: jobColumns(words),
      ports: portColumns(words),
      readers: readerColumns(words),
      feeds: feedColumns(words),
    }
  }, [t, format])
  const { data } = asked
  const whole = wholeOf(asked)
  return (
    <>
      <DataList
        name="servidores"
        title={t('system.part.servers')}
        isTitled
        columns={columns.servers}
        list={partOf(whole, data?.servers ?? [])}
        keyOf={({ serverId }) => serverId}
        empty={{ title: t('system.servers.empty') }}
      />
      <DataList
        name="portas"
        title={t('system.part.ports')}
        isTitled
        columns={columns.ports}
        list={partOf(whole, data ? portsOf(data) : [])}
        keyOf={({ serverId, name }) => `${serverId} ${name}`}
        empty={{ title: t('system.ports.empty') }}
      />
      <DataList
        name="leitores"
        title={t('system.part.readers')}
        isTitled
        columns={columns.readers}
        list={partOf(whole, data?.readers ?? [])}
        keyOf={({ name }) => name}
        empty={{ title: t('system.readers.empty') }}
      />
      <DataList
        name="fontes"
        title={t('system.part.feeds')}
        isTitled
        columns={columns.feeds}
        list={partOf(whole, data?.feeds ?? [])}
        keyOf={({ name }) => name}
        empty={{ title: t('system.feeds.empty') }}
      />
      <DataList
        name="tarefas"
        title={t('system.part.jobs')}
        isTitled
        columns={columns.jobs}
        list={partOf(whole, data ? jobsOf(data) : [])}
        keyOf={({ serverId, name }) => `${serverId} ${name}`}
        empty={{ title: t('system.jobs.empty') }}
      />
    </>
  )
}

/** The state shared by all lists of one answer: loaded, time, reload. */
const wholeOf = (asked: UseQueryResult<System, ApiError>): Paged<unknown> => ({
  ...wholeList(asked as unknown as UseQueryResult<readonly unknown[], ApiError>),
  rows: [],
})

const useSystem = () => useAsked('GET /api/backoffice/system', { query: {} })

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="hairline rounded-14 bg-surface-1 px-16 py-14">
      <h2 className="mb-4 text-16 font-700">{title}</h2>
      {children}
    </section>
  )
}
