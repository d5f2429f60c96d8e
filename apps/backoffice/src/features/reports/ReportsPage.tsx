import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import { keyOf, type Report, statusNames, statusTones } from './report.ts'
import { ReportDrawer } from './ReportDrawer.tsx'

/** Days whose files are made for the state: how each stands, how much is in it, and its parts beside the list. */
export function ReportsPage() {
  const t = useText()
  const address = useAddress()
  const list = usePages('GET /api/backoffice/reports/days')
  const columns = useColumns()
  const open = list.rows.find((one) => keyOf(one) === address.get('aberto'))
  return (
    <Page
      title={t('nav.reports.name')}
      note={t('reports.page.note')}
      drawer={
        open && <ReportDrawer key={keyOf(open)} of={open} onClose={() => address.set({ aberto: '' })} />
      }
    >
      <DataList
        title={t('nav.reports.name')}
        columns={columns}
        list={list}
        keyOf={keyOf}
        open={{ key: open ? keyOf(open) : '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('reports.list.empty') }}
      />
    </Page>
  )
}

function useColumns(): readonly ListColumn<Report>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const recordsOf = ({ files }: Report) => files.reduce((sum, { records }) => sum + records, 0)
    return [
      { id: 'day', head: 'reports.column.day', cell: ({ day }) => day, csv: ({ day }) => day },
      {
        id: 'version',
        head: 'reports.column.version',
        isFigure: true,
        cell: ({ version }) => format.number(version),
        csv: ({ version }) => String(version),
      },
      {
        id: 'state',
        head: 'list.column.state',
        cell: ({ status }) => <StatusTag tone={statusTones[status]}>{t(statusNames[status])}</StatusTag>,
        csv: ({ status }) => status,
      },
      {
        id: 'records',
        head: 'reports.column.records',
        isFigure: true,
        cell: (one) => format.number(recordsOf(one)),
        csv: (one) => String(recordsOf(one)),
      },
      {
        id: 'staked',
        head: 'reports.column.staked',
        isFigure: true,
        cell: ({ betsInCents, gamesStakedCents }) => format.money(betsInCents + gamesStakedCents),
        csv: ({ betsInCents, gamesStakedCents }) => String(betsInCents + gamesStakedCents),
      },
      {
        id: 'paid',
        head: 'reports.column.paid',
        isFigure: true,
        cell: ({ betsOutCents, gamesPaidCents }) => format.money(betsOutCents + gamesPaidCents),
        csv: ({ betsOutCents, gamesPaidCents }) => String(betsOutCents + gamesPaidCents),
      },
    ]
  }, [t, format])
}
