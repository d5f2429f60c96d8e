import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useText } from '../../shared/text.ts'
import { BookTabs } from './BookTabs.tsx'
import { type BookDifference, DifferenceDrawer, sourceName } from './DifferenceDrawer.tsx'

/** Differences between bank, chain and books, until an operator takes them on and settles them. */
export function DifferencesPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.books.name')}
      note={t('books.differences.note')}
      listTitle={t('books.tab.differences')}
      tabs={<BookTabs />}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/books/exceptions')}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <DifferenceDrawer key={row.id} difference={row} onClose={close} />}
      empty={{ title: t('books.differences.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<BookDifference>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'what', head: 'books.column.what', of: ({ what }) => what }),
      {
        id: 'source',
        head: 'books.column.source',
        cell: ({ source }) => sourceName(source, t),
        csv: ({ source }) => source,
      },
      wordColumn({ id: 'subject', head: 'books.column.subject', of: ({ subject }) => subject }),
      momentColumn({ id: 'day', head: 'books.column.day', of: ({ day }) => day }, format.date),
      {
        id: 'owner',
        head: 'books.column.owner',
        cell: ({ ownerId }) => (ownerId === null ? '–' : t('shell.operator.id', { id: ownerId })),
        csv: ({ ownerId }) => (ownerId === null ? '' : String(ownerId)),
      },
      momentColumn({ id: 'age', head: 'books.column.age', of: ({ openedAt }) => openedAt }, format.age),
    ],
    [t, format],
  )
}
