import { StatusTag } from '@palpite/ui'
import { useMemo, useState } from 'react'
import { onlyOf, usePages } from '../../shared/ask-again.ts'
import type { ListColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { Approvals } from './Approvals.tsx'
import { firstColumns, lastColumns } from './withdrawal-columns.tsx'
import { DecideMarked } from './DecideMarked.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'
import { reasonWords, type Review } from './words.ts'
import { WithdrawalTabs } from './WithdrawalTabs.tsx'

const viewNames = {
  all: 'withdrawals.view.all',
  mine: 'withdrawals.view.mine',
  second: 'withdrawals.view.second',
  late: 'withdrawals.view.late',
} as const satisfies Record<string, TextKey>

/** Withdrawals that wait for operators, decided one by one or together. */
export function ReviewsPage() {
  const t = useText()
  const { operatorId } = useMe()
  const list = usePages('GET /api/backoffice/withdrawals/reviews', {}, { everyMs: false })
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const view = useChoice('ver', viewNames)
  const shown = onlyOf(list, (row) => isInView(row, view, operatorId))
  const { rows } = shown
  const chosen = rows.filter(({ orderId }) => marked.has(orderId))
  // One outside the current view stays open: a link does not depend on views.
  const openOf = (key: string) => list.rows.find(({ orderId }) => orderId === key)

  return (
    <ListPage
      title={t('nav.withdrawals.name')}
      note={t('withdrawals.reviews.note')}
      listTitle={t('withdrawals.tab.reviews')}
      tabs={<WithdrawalTabs />}
      above={chosen.length > 0 && <DecideMarked reviews={chosen} onDone={() => setMarked(new Set())} />}
      columns={useColumns()}
      list={shown}
      keyOf={({ orderId }) => orderId}
      drawer={({ key, close }) => {
        const review = openOf(key)
        return review && <ReviewDrawer review={review} onClose={close} />
      }}
      marking={{
        marked,
        onMark: (key, isMarked) => setMarked((now) => withOne(now, key, isMarked)),
        canMark: (key) => rows.some((row) => row.orderId === key && !row.approvedBy.includes(operatorId)),
      }}
      empty={{ title: t('withdrawals.reviews.empty'), text: t('withdrawals.reviews.emptyText') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.view" words={viewNames} />}
    />
  )
}

/** `mine`: those this operator has not decided. */
const isInView = (row: Review, view: keyof typeof viewNames, operatorId: number): boolean => {
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
