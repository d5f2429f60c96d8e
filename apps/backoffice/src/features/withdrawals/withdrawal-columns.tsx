import type { ListColumn } from '../../shared/list-column.ts'
import type { useFormat } from '../../shared/format.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { PromisedBy } from './PromisedBy.tsx'
import { type Review, shortOrder, type UnderWay } from './words.ts'

type Withdrawal = Pick<
  Review & UnderWay,
  'orderId' | 'amountCents' | 'playerId' | 'requestedAt' | 'promisedAt' | 'isLate'
>

/** Columns that every list of withdrawals begins with. */
export const firstColumns = <Row extends Withdrawal>(
  format: ReturnType<typeof useFormat>,
): ListColumn<Row>[] => [
  {
    id: 'order',
    head: 'withdrawals.column.order',
    cell: ({ orderId }) => shortOrder(orderId),
    csv: ({ orderId }) => orderId,
  },
  {
    id: 'amount',
    head: 'withdrawals.column.amount',
    isFigure: true,
    cell: ({ amountCents }) => format.money(amountCents),
    csv: ({ amountCents }) => (amountCents / 100).toFixed(2),
  },
  {
    id: 'player',
    head: 'list.column.player',
    cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
    csv: ({ playerId }) => String(playerId),
  },
]

/** Columns that every list of withdrawals ends with. */
export const lastColumns = <Row extends Withdrawal>(
  format: ReturnType<typeof useFormat>,
): ListColumn<Row>[] => [
  {
    id: 'requested',
    head: 'withdrawals.column.requested',
    cell: ({ requestedAt }) => format.time(requestedAt),
    csv: ({ requestedAt }) => requestedAt,
  },
  {
    id: 'promised',
    head: 'withdrawals.column.promised',
    cell: (row) => <PromisedBy {...row} />,
    csv: ({ promisedAt }) => promisedAt,
  },
]
