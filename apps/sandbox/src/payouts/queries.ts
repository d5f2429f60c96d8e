import { cents, type Cents } from '@palpite/money'
import { maybeText, maybeWhole, text, whole, type Row, type Store } from '../store/index.ts'

export const PAYOUT_TABLES = `
create table if not exists payout (
  send_id text primary key,
  end_to_end_id text not null unique,
  value_cents integer not null check (value_cents > 0),
  -- What was asked, in one fixed order, to know a retry from another payout under the same id.
  ask text not null,
  status text not null check (status in ('EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO')),
  -- Why it will fail (or has failed); null when it will arrive.
  failure_code text,
  failure_reason text,
  asked_at integer not null,
  settles_at integer not null,
  settled_at integer
) strict;
create index if not exists payout_open on payout (settles_at) where status = 'EM_PROCESSAMENTO';`

export type PayoutRequest = Readonly<{
  valueCents: Cents
  payerKey: string
  payerInfo?: string
  payee: Readonly<{ key?: string; taxId?: string; account?: Readonly<Record<string, string>> }>
}>

export type Payout = Readonly<{
  sendId: string
  endToEndId: string
  request: PayoutRequest
  status: string
  failure: Readonly<{ code: string; reason: string }> | undefined
  requestedAt: number
  settlesAt: number
  settledAt: number | undefined
}>

const COLUMNS = `send_id, end_to_end_id, value_cents, ask, status, failure_code, failure_reason, asked_at, settles_at,
  settled_at`

const payout = (row: Row): Payout => {
  const code = maybeText(row, 'failure_code')
  // Only this file writes it, from a validated request.
  const request = JSON.parse(text(row, 'ask')) as PayoutRequest
  return {
    sendId: text(row, 'send_id'),
    endToEndId: text(row, 'end_to_end_id'),
    request: { ...request, valueCents: cents(whole(row, 'value_cents')) },
    status: text(row, 'status'),
    failure: code === undefined ? undefined : { code, reason: text(row, 'failure_reason') },
    requestedAt: whole(row, 'asked_at'),
    settlesAt: whole(row, 'settles_at'),
    settledAt: maybeWhole(row, 'settled_at'),
  }
}

export const insertPayout = (store: Store, made: Payout): number =>
  store.run(
    `insert into payout (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    made.sendId,
    made.endToEndId,
    made.request.valueCents,
    JSON.stringify(made.request),
    made.status,
    made.failure?.code ?? null,
    made.failure?.reason ?? null,
    made.requestedAt,
    made.settlesAt,
    made.settledAt ?? null,
  )

export const readPayout = (store: Store, sendId: string): Payout | undefined => {
  const row = store.one(`select ${COLUMNS} from payout where send_id = ?`, sendId)
  return row && payout(row)
}

/** The latest payouts, newest first. */
export const readPayouts = (store: Store, max: number): Payout[] =>
  store.all(`select ${COLUMNS} from payout order by asked_at desc, send_id limit ?`, max).map(payout)

export const readDuePayouts = (store: Store, now: number): Payout[] =>
  store
    .all(
      `select ${COLUMNS} from payout where status = 'EM_PROCESSAMENTO' and settles_at <= ? order by settles_at`,
      now,
    )
    .map(payout)

export const nextPayoutDue = (store: Store): number | undefined => {
  const row = store.one(
    `select settles_at from payout where status = 'EM_PROCESSAMENTO' order by settles_at limit 1`,
  )
  return row && whole(row, 'settles_at')
}

export const writeSettled = (store: Store, made: Payout): number =>
  store.run(
    `update payout set status = ?, settled_at = ? where send_id = ? and status = 'EM_PROCESSAMENTO'`,
    made.status,
    made.settledAt ?? null,
    made.sendId,
  )
