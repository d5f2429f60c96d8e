import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, moneyColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { momentOf, SearchFilters, type SearchField } from '../../shared/SearchFilters.tsx'
import { useText } from '../../shared/text.ts'
import { BookTabs } from './BookTabs.tsx'
import { JournalFile } from './JournalFile.tsx'

type Line = DataOf<'GET /api/backoffice/books/trialBalance'>['lines'][number]

const fields: readonly SearchField[] = [{ name: 'dia', label: 'books.filter.day', kind: 'day' }]

/** All accounts as they are now or were at the end of a day, with the proof that they add up to zero. */
export function AccountsPage() {
  const t = useText()
  const format = useFormat()
  const day = useAddress().get('dia')
  const at = day === '' ? undefined : momentOf(day, 'is over')
  // Not polled: without a closed day it adds up all that was ever booked.
  const asked = useAsked('GET /api/backoffice/books/trialBalance', { query: { at } }, { everyMs: false })
  const { data } = asked
  return (
    <ListPage
      title={t('nav.books.name')}
      note={data ? t('books.accounts.at', { at: format.time(data.at) }) : t('books.accounts.note')}
      listTitle={t('books.tab.accounts')}
      aside={
        data && (
          <StatusTag tone={data.sumCents === 0 ? 'win' : 'loss'}>
            {t('books.accounts.sum', { sum: format.money(data.sumCents) })}
          </StatusTag>
        )
      }
      tabs={<BookTabs />}
      columns={useColumns()}
      list={wholeList<Line>({ ...asked, data: data?.lines })}
      keyOf={({ account }) => account}
      empty={{ title: t('books.accounts.empty') }}
      filteredBy={['dia']}
      filters={<SearchFilters key={day} fields={fields} />}
    >
      <JournalFile />
    </ListPage>
  )
}

function useColumns(): readonly ListColumn<Line>[] {
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'account', head: 'books.column.account', of: ({ account }) => account }),
      moneyColumn({ id: 'debit', head: 'books.column.debit', of: ({ debitCents }) => debitCents }, format),
      moneyColumn(
        { id: 'credit', head: 'books.column.credit', of: ({ creditCents }) => creditCents },
        format,
      ),
      moneyColumn(
        { id: 'balance', head: 'books.column.balance', of: ({ balanceCents }) => balanceCents },
        format,
      ),
    ],
    [format],
  )
}
