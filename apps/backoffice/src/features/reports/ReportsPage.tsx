import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { figureColumn, type ListColumn, moneyColumn, tagColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useText } from '../../shared/text.ts'
import { keyOf, type Report, statusNames, statusTones } from './report.ts'
import { ReportDrawer } from './ReportDrawer.tsx'

/** Days with state files: status, size, and their parts beside the list. */
export function ReportsPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.reports.name')}
      note={t('reports.page.note')}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/reports/days')}
      keyOf={keyOf}
      drawer={({ row, close }) => row && <ReportDrawer key={keyOf(row)} of={row} onClose={close} />}
      empty={{ title: t('reports.list.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<Report>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const recordsOf = ({ files }: Report) => files.reduce((sum, { records }) => sum + records, 0)
    return [
      {
        id: 'day',
        head: 'reports.column.day',
        cell: ({ day }) => format.date(day),
        csv: ({ day }) => day,
      },
      figureColumn({ id: 'version', head: 'reports.column.version', of: ({ version }) => version }, format),
      tagColumn({ id: 'state', of: ({ status }) => status, names: statusNames, tones: statusTones }, t),
      figureColumn({ id: 'records', head: 'reports.column.records', of: recordsOf }, format),
      moneyColumn(
        {
          id: 'staked',
          head: 'reports.column.staked',
          of: ({ betsInCents, gamesStakedCents }) => betsInCents + gamesStakedCents,
        },
        format,
      ),
      moneyColumn(
        {
          id: 'paid',
          head: 'reports.column.paid',
          of: ({ betsOutCents, gamesPaidCents }) => betsOutCents + gamesPaidCents,
        },
        format,
      ),
    ]
  }, [t, format])
}
