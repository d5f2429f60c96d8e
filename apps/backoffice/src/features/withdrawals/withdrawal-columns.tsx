import { type ListColumn, moneyColumn, momentColumn, playerColumn } from '../../shared/list-column.tsx'
import type { useFormat } from '../../shared/format.ts'
import { PromisedBy } from './PromisedBy.tsx'
import { type Review, shortOrder, type UnderWay } from './words.ts'

type Withdrawal = Pick<
  Review & UnderWay,
  'orderId' | 'amountCents' | 'playerId' | 'requestedAt' | 'promisedAt' | 'isLate'
>

/** The first columns of every withdrawal list. */
export const firstColumns = <Row extends Withdrawal>(
  format: ReturnType<typeof useFormat>,
): ListColumn<Row>[] => [
  {
    id: 'order',
    head: 'withdrawals.column.order',
    cell: ({ orderId }) => shortOrder(orderId),
    csv: ({ orderId }) => orderId,
  },
  moneyColumn(
    { id: 'amount', head: 'withdrawals.column.amount', of: ({ amountCents }) => amountCents },
    format,
  ),
  playerColumn(),
]

/** The last columns of every withdrawal list. */
export const lastColumns = <Row extends Withdrawal>(
  format: ReturnType<typeof useFormat>,
): ListColumn<Row>[] => [
  momentColumn(
    { id: 'requested', head: 'withdrawals.column.requested', of: ({ requestedAt }) => requestedAt },
    format.time,
  ),
  {
    id: 'promised',
    head: 'withdrawals.column.promised',
    cell: (row) => <PromisedBy {...row} />,
    csv: ({ promisedAt }) => promisedAt,
  },
]
