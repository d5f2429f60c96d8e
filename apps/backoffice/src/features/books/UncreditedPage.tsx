import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import {
  type ListColumn,
  momentColumn,
  playerColumn,
  tagColumn,
  wordColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useText } from '../../shared/text.ts'
import { BookTabs } from './BookTabs.tsx'
import { tokensOf, type Uncredited, UncreditedDrawer, whyNames, whyTones } from './UncreditedDrawer.tsx'

/** USDT that came to players' addresses and is not credited by itself. */
export function UncreditedPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.books.name')}
      note={t('books.uncredited.note')}
      listTitle={t('books.tab.uncredited')}
      tabs={<BookTabs />}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/books/uncredited')}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <UncreditedDrawer key={row.id} transfer={row} onClose={close} />}
      empty={{ title: t('books.uncredited.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<Uncredited>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'amount', head: 'books.column.tokens', of: tokensOf }),
      playerColumn(),
      wordColumn({ id: 'network', head: 'books.column.network', of: ({ network }) => network }),
      tagColumn({ id: 'why', of: ({ status }) => status, names: whyNames, tones: whyTones }, t),
      momentColumn({ id: 'age', head: 'books.column.age', of: ({ seenAt }) => seenAt }, format.age),
    ],
    [t, format],
  )
}
