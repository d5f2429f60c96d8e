import { StatusTag } from '@palpite/ui'
import { useMemo, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import { onlyOf, usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import type { ListColumn } from '../../shared/list-column.ts'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { Approvals } from './Approvals.tsx'
import { firstColumns, lastColumns } from './withdrawal-columns.tsx'
import { DecideMarked } from './DecideMarked.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'
import { reasonWords, type Review } from './words.ts'
import { WithdrawalTabs } from './WithdrawalTabs.tsx'

const views = ['all', 'mine', 'second', 'late'] as const
type View = (typeof views)[number]

/** Withdrawals that wait for operators: looked at one by one, or decided together. */
export function ReviewsPage() {
  const t = useText()
  const { operatorId } = useMe()
  const address = useAddress()
  const list = usePages('GET /api/backoffice/withdrawals/reviews', {}, { everyMs: false })
  const columns = useColumns()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const view = views.find((one) => one === address.get('ver')) ?? 'all'
  const shown = onlyOf(list, (row) => isInView(row, view, operatorId))
  const { rows } = shown
  const open = list.rows.find(({ orderId }) => orderId === address.get('aberto'))
  const chosen = rows.filter(({ orderId }) => marked.has(orderId))

  return (
    <Page
      title={t('nav.withdrawals.name')}
      note={t('withdrawals.reviews.note')}
      drawer={open && <ReviewDrawer review={open} onClose={() => address.set({ aberto: '' })} />}
    >
      <WithdrawalTabs />
      {chosen.length > 0 && <DecideMarked reviews={chosen} onDone={() => setMarked(new Set())} />}
      <DataList
        title={t('withdrawals.tab.reviews')}
        columns={columns}
        list={shown}
        keyOf={({ orderId }) => orderId}
        open={{ key: open?.orderId ?? '', onOpen: (orderId) => address.set({ aberto: orderId }) }}
        marking={{
          marked,
          onMark: (key, isMarked) => setMarked((now) => withOne(now, key, isMarked)),
          canMark: (key) => rows.some((row) => row.orderId === key && !row.approvedBy.includes(operatorId)),
        }}
        empty={{ title: t('withdrawals.reviews.empty'), text: t('withdrawals.reviews.emptyText') }}
        isFiltered={view !== 'all'}
        onClearFilters={() => address.set({ ver: '' })}
        filters={
          <Pick<View>
            label={t('list.filter.view')}
            value={view}
            onChange={(next) => address.set({ ver: next === 'all' ? '' : next })}
            options={[
              { value: 'all', label: t('withdrawals.view.all') },
              { value: 'mine', label: t('withdrawals.view.mine') },
              { value: 'second', label: t('withdrawals.view.second') },
              { value: 'late', label: t('withdrawals.view.late') },
            ]}
          />
        }
      />
    </Page>
  )
}

/** `mine`: those this operator has not said a word of. */
const isInView = (row: Review, view: View, operatorId: number): boolean => {
  if (view === 'mine') return !row.approvedBy.includes(operatorId)
  if (view === 'second') return row.approvedBy.length > 0
  return view === 'all' || row.isLate
}

const withOne = (now: ReadonlySet<string>, key: string, isMarked: boolean): ReadonlySet<string> => {
  const next = new Set(now)
  if (isMarked) next.add(key)
  else next.delete(key)
  return next
}

function useColumns(): readonly ListColumn<Review>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      ...firstColumns<Review>(format),
      {
        id: 'reasons',
        head: 'withdrawals.column.reasons',
        cell: ({ reasons }) => (
          <span className="flex gap-4">
            {reasons.map((reason) => (
              <StatusTag key={reason} tone="warn">
                {reasonWords(reason, t)}
              </StatusTag>
            ))}
          </span>
        ),
        csv: ({ reasons }) => reasons.join(' '),
      },
      {
        id: 'approvals',
        head: 'withdrawals.column.approvals',
        cell: (review) => <Approvals review={review} />,
        csv: ({ approvedBy, approvalsNeeded }) => `${approvedBy.length}/${approvalsNeeded}`,
      },
      ...lastColumns<Review>(format),
    ],
    [t, format],
  )
}
