import { useMemo } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, momentColumn, playerColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { type TextKey, useText } from '../../shared/text.ts'

type Row = DataOf<'GET /api/backoffice/suspensions'>['items'][number]

const viewNames = {
  open: 'suspensions.view.open',
  lifted: 'suspensions.view.lifted',
} as const satisfies Record<'open' | 'lifted', TextKey>

/** Accounts that operators suspended: in force, or lifted. */
export function SuspensionsPage() {
  const t = useText()
  const view = useChoice('ver', viewNames)
  return (
    <ListPage
      title={t('nav.suspensions.name')}
      note={t('suspensions.page.note')}
      columns={useColumns(view)}
      list={usePages('GET /api/backoffice/suspensions', { status: view })}
      keyOf={({ suspensionId }) => String(suspensionId)}
      empty={{ title: t('suspensions.list.empty') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.state" words={viewNames} />}
    />
  )
}

function useColumns(view: keyof typeof viewNames): readonly ListColumn<Row>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const columns: ListColumn<Row>[] = [
      playerColumn(),
      momentColumn(
        { id: 'since', head: 'suspensions.column.since', of: ({ suspendedAt }) => suspendedAt },
        format.time,
      ),
      {
        id: 'by',
        head: 'suspensions.column.by',
        cell: ({ suspendedBy }) => t('suspensions.operator.name', { id: suspendedBy }),
        csv: ({ suspendedBy }) => String(suspendedBy),
      },
      {
        id: 'reason',
        head: 'suspensions.column.reason',
        cell: ({ reason }) => reason,
        csv: ({ reason }) => reason,
      },
    ]
    if (view === 'open') return columns
    return [
      ...columns,
      momentColumn(
        { id: 'liftedAt', head: 'suspensions.column.liftedAt', of: ({ liftedAt }) => liftedAt },
        format.time,
      ),
      {
        id: 'liftedBy',
        head: 'suspensions.column.liftedBy',
        cell: ({ liftedBy }) => (liftedBy === null ? '–' : t('suspensions.operator.name', { id: liftedBy })),
        csv: ({ liftedBy }) => String(liftedBy ?? ''),
      },
      {
        id: 'liftReason',
        head: 'suspensions.column.liftReason',
        cell: ({ liftReason }) => liftReason ?? '–',
        csv: ({ liftReason }) => liftReason ?? '',
      },
    ]
  }, [t, format, view])
}
