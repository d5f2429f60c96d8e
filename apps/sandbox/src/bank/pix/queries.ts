import { cents, type Cents } from '@palpite/money'
import { maybeText, text, whole, type Row, type Store } from '../../store/index.ts'

export const PIX_TABLES = `
create table if not exists pix (
  end_to_end_id text primary key,
  -- One charge is paid at most once, whatever arrives at the same moment.
  txid text not null unique references charge (txid),
  value_cents integer not null check (value_cents > 0),
  paid_at integer not null,
  pix_key text not null,
  payer_name text not null,
  payer_tax_id text not null,
  payer_masked integer not null default 0,
  payer_info text
) strict;
create index if not exists pix_paid on pix (paid_at);`

export type Pix = Readonly<{
  endToEndId: string
  txid: string
  valueCents: Cents
  paidAt: number
  pixKey: string
  payerName: string
  payerTaxId: string
  payerMasked: boolean
  payerInfo: string | undefined
}>

const COLUMNS =
  'end_to_end_id, txid, value_cents, paid_at, pix_key, payer_name, payer_tax_id, payer_masked, payer_info'

const pix = (row: Row): Pix => ({
  endToEndId: text(row, 'end_to_end_id'),
  txid: text(row, 'txid'),
  valueCents: cents(whole(row, 'value_cents')),
  paidAt: whole(row, 'paid_at'),
  pixKey: text(row, 'pix_key'),
  payerName: text(row, 'payer_name'),
  payerTaxId: text(row, 'payer_tax_id'),
  payerMasked: whole(row, 'payer_masked') === 1,
  payerInfo: maybeText(row, 'payer_info'),
})

export const insertPix = (store: Store, made: Pix): number =>
  store.run(
    `insert into pix (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    made.endToEndId,
    made.txid,
    made.valueCents,
    made.paidAt,
    made.pixKey,
    made.payerName,
    made.payerTaxId,
    made.payerMasked ? 1 : 0,
    made.payerInfo ?? null,
  )

export const readPix = (store: Store, endToEndId: string): Pix | undefined => {
  const row = store.one(`select ${COLUMNS} from pix where end_to_end_id = ?`, endToEndId)
  return row && pix(row)
}

export const readPixOfCharge = (store: Store, txid: string): Pix | undefined => {
  const row = store.one(`select ${COLUMNS} from pix where txid = ?`, txid)
  return row && pix(row)
}

export type PixFilter = Readonly<{
  from: number
  to: number
  txid: string | undefined
  taxId: string | undefined
  refunded: boolean | undefined
  limit: number
  offset: number
}>

const MATCHES = `paid_at between ? and ? and (? is null or txid = ?) and (? is null or payer_tax_id = ?)
  and (? is null or ? = exists (select 1 from refund where refund.end_to_end_id = pix.end_to_end_id))`

const matching = (filter: PixFilter): (string | number | null)[] => {
  const [txid, taxId] = [filter.txid ?? null, filter.taxId ?? null]
  const refunded = filter.refunded === undefined ? null : Number(filter.refunded)
  return [filter.from, filter.to, txid, txid, taxId, taxId, refunded, refunded]
}

export const countPix = (store: Store, filter: PixFilter): number => {
  const row = store.one(`select count(*) as total from pix where ${MATCHES}`, ...matching(filter))
  return row ? whole(row, 'total') : 0
}

export const readPixes = (store: Store, filter: PixFilter): Pix[] =>
  store
    .all(
      `select ${COLUMNS} from pix where ${MATCHES} order by paid_at, end_to_end_id limit ? offset ?`,
      ...matching(filter),
      filter.limit,
      filter.offset,
    )
    .map(pix)

/** The latest Pix received, newest first. */
export const readLatestPix = (store: Store, max: number): Pix[] =>
  store.all(`select ${COLUMNS} from pix order by paid_at desc, end_to_end_id limit ?`, max).map(pix)
