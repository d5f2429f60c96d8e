import { useMemo } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { figureColumn, type ListColumn, momentColumn, moneyColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useText } from '../../shared/text.ts'
import { BookTabs } from './BookTabs.tsx'

type GiftDay = DataOf<'GET /api/backoffice/books/firstGifts'>['days'][number]

/** What the gifts of first top-ups cost by day. */
export function FirstGiftsPage() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/books/firstGifts', {})
  return (
    <ListPage
      title={t('nav.books.name')}
      note={t('books.gifts.note')}
      listTitle={t('books.tab.gifts')}
      tabs={<BookTabs />}
      columns={useColumns()}
      list={wholeList<GiftDay>({ ...asked, data: asked.data?.days })}
      keyOf={({ day }) => day}
      empty={{ title: t('books.gifts.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<GiftDay>[] {
  const format = useFormat()
  return useMemo(
    () => [
      momentColumn({ id: 'day', head: 'books.column.day', of: ({ day }) => day }, format.date),
      figureColumn({ id: 'gifts', head: 'books.gifts.count', of: ({ gifts }) => gifts }, format),
      moneyColumn({ id: 'cost', head: 'books.gifts.cost', of: ({ cents }) => cents }, format),
    ],
    [format],
  )
}
