import { Button } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { BookTabs } from './BookTabs.tsx'
import { type BookDifference, DifferenceDrawer, sourceName } from './DifferenceDrawer.tsx'
import { statementOf } from './statement.ts'
import { StatementDrawer } from './StatementDrawer.tsx'

/** Differences between bank, chain and books, until an operator takes them on and settles them. */
export function DifferencesPage() {
  const t = useText()
  const address = useAddress()
  const maySettle = useMay('books.settle')
  return (
    <ListPage
      title={t('nav.books.name')}
      note={t('books.differences.note')}
      listTitle={t('books.tab.differences')}
      aside={
        maySettle && (
          <div className="flex flex-wrap gap-8">
            <Button kind="secondary" size="s" onClick={() => address.set({ aberto: 'balance' })}>
              {t('books.bankOwn.title')}
            </Button>
            <Button kind="secondary" size="s" onClick={() => address.set({ aberto: 'address' })}>
              {t('books.usdtLeft.title')}
            </Button>
          </div>
        )
      }
      tabs={<BookTabs />}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/books/exceptions')}
      keyOf={({ id }) => String(id)}
      drawer={({ key, row, close }) => {
        if (row) return <DifferenceDrawer key={row.id} difference={row} onClose={close} />
        const statement = maySettle && statementOf(key)
        return statement && <StatementDrawer key={key} statement={statement} onClose={close} />
      }}
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
