import { cents, type Cents } from '@palpite/money'
import { maybeText, maybeWhole, text, whole, type Row, type Store } from '../../store/index.ts'

export const REFUND_TABLES = `
create table if not exists refund (
  end_to_end_id text not null references pix (end_to_end_id),
  id text not null,
  return_id text not null unique,
  value_cents integer not null check (value_cents > 0),
  nature text not null,
  description text,
  status text not null check (status in ('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO')),
  -- Why it will fail (or has failed); null when it will be paid back.
  failure text,
  asked_at integer not null,
  settles_at integer not null,
  settled_at integer,
  primary key (end_to_end_id, id)
) strict;
create index if not exists refund_open on refund (settles_at) where status = 'EM_PROCESSAMENTO';`

export type Refund = Readonly<{
  endToEndId: string
  id: string
  returnId: string
  valueCents: Cents
  nature: string
  description: string | undefined
  status: string
  failure: string | undefined
  requestedAt: number
  settlesAt: number
  settledAt: number | undefined
}>

const COLUMNS = `end_to_end_id, id, return_id, value_cents, nature, description, status, failure, asked_at,
  settles_at, settled_at`

const refund = (row: Row): Refund => ({
  endToEndId: text(row, 'end_to_end_id'),
  id: text(row, 'id'),
  returnId: text(row, 'return_id'),
  valueCents: cents(whole(row, 'value_cents')),
  nature: text(row, 'nature'),
  description: maybeText(row, 'description'),
  status: text(row, 'status'),
  failure: maybeText(row, 'failure'),
  requestedAt: whole(row, 'asked_at'),
  settlesAt: whole(row, 'settles_at'),
  settledAt: maybeWhole(row, 'settled_at'),
})

export const insertRefund = (store: Store, made: Refund): number =>
  store.run(
    `insert into refund (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    made.endToEndId,
    made.id,
    made.returnId,
    made.valueCents,
    made.nature,
    made.description ?? null,
    made.status,
    made.failure ?? null,
    made.requestedAt,
    made.settlesAt,
    made.settledAt ?? null,
  )

export const readRefund = (store: Store, endToEndId: string, id: string): Refund | undefined => {
  const row = store.one(`select ${COLUMNS} from refund where end_to_end_id = ? and id = ?`, endToEndId, id)
  return row && refund(row)
}

/** Refunds of one Pix, oldest first. */
export const readRefunds = (store: Store, endToEndId: string): Refund[] =>
  store
    .all(`select ${COLUMNS} from refund where end_to_end_id = ? order by asked_at, id`, endToEndId)
    .map(refund)

export const readDueRefunds = (store: Store, now: number): Refund[] =>
  store
    .all(
      `select ${COLUMNS} from refund where status = 'EM_PROCESSAMENTO' and settles_at <= ? order by settles_at`,
      now,
    )
    .map(refund)

export const nextRefundDue = (store: Store): number | undefined => {
  const row = store.one(
    `select settles_at from refund where status = 'EM_PROCESSAMENTO' order by settles_at limit 1`,
  )
  return row && whole(row, 'settles_at')
}

export const writeSettled = (store: Store, refund: Refund, settledAt: number): number =>
  store.run(
    `update refund set status = case when failure is null then 'DEVOLVIDO' else 'NAO_REALIZADO' end, settled_at = ?
      where end_to_end_id = ? and id = ? and status = 'EM_PROCESSAMENTO'`,
    settledAt,
    refund.endToEndId,
    refund.id,
  )
