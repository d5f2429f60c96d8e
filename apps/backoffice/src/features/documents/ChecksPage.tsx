import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, momentColumn, playerColumn, tagColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { type Check, reasonNames, stateNames, stateTones, viewNames } from './check-words.ts'
import { CheckDrawer } from './CheckDrawer.tsx'

/** Documents and faces for operators, oldest first, or decided ones. */
export function ChecksPage() {
  const t = useText()
  const view = useChoice('ver', viewNames)
  return (
    <ListPage
      title={t('nav.documents.name')}
      note={t('documents.page.note')}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/documents/checks', { status: view })}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <CheckDrawer key={row.id} of={row} onClose={close} />}
      empty={{ title: t('documents.list.empty') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.state" words={viewNames} />}
    />
  )
}

function useColumns(): readonly ListColumn<Check>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      playerColumn({ isFirst: true }),
      {
        id: 'reason',
        head: 'documents.column.reason',
        cell: ({ reason }) => (reason === null ? '–' : t(reasonNames[reason])),
        csv: ({ reason }) => reason ?? '',
      },
      tagColumn({ id: 'state', of: ({ state }) => state, names: stateNames, tones: stateTones }, t),
      momentColumn(
        { id: 'sentAt', head: 'documents.column.sentAt', of: ({ sentAt }) => sentAt },
        format.time,
      ),
    ],
    [t, format],
  )
}
