import { cents } from '@palpite/money'
import { text, whole, type Row, type Store } from '../../store/index.ts'
import type { Charge, ChargeStatus, ChargeTerms } from './charge.ts'

export const CHARGE_TABLES = `
create table if not exists charge (
  id integer primary key autoincrement,
  txid text not null unique,
  token text not null unique,
  location text not null,
  br_code text not null,
  created_at integer not null,
  revision integer not null default 0,
  status text not null default 'ATIVA',
  terms text not null,
  debtor_tax_id text
) strict;
create index if not exists charge_created on charge (created_at);
create table if not exists charge_revision (
  txid text not null references charge (txid),
  revision integer not null,
  status text not null,
  terms text not null,
  primary key (txid, revision)
) strict;`

const STATUSES: readonly ChargeStatus[] = [
  'ATIVA',
  'CONCLUIDA',
  'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  'REMOVIDA_PELO_PSP',
]

const status = (row: Row): ChargeStatus => {
  const found = STATUSES.find((known) => known === row['status'])
  if (found === undefined) throw new Error(`unknown charge status ${String(row['status'])}`)
  return found
}

const terms = (row: Row): ChargeTerms => {
  // Only this file writes it, from validated terms.
  const stored = JSON.parse(text(row, 'terms')) as ChargeTerms
  return { ...stored, valueCents: cents(stored.valueCents) }
}

const charge = (row: Row): Charge => ({
  id: whole(row, 'id'),
  txid: text(row, 'txid'),
  location: text(row, 'location'),
  brCode: text(row, 'br_code'),
  createdAt: whole(row, 'created_at'),
  revision: whole(row, 'revision'),
  status: status(row),
  terms: terms(row),
})

const COLUMNS = 'id, txid, location, br_code, created_at, revision, status, terms'

export type NewCharge = Readonly<{
  txid: string
  token: string
  location: string
  brCode: string
  createdAt: number
  terms: ChargeTerms
}>

const debtorTaxId = ({ debtor }: ChargeTerms): string | null => debtor?.cpf ?? debtor?.cnpj ?? null

export const insertCharge = (store: Store, made: NewCharge): void => {
  store.run(
    `insert into charge (txid, token, location, br_code, created_at, terms, debtor_tax_id)
     values (?, ?, ?, ?, ?, ?, ?)`,
    made.txid,
    made.token,
    made.location,
    made.brCode,
    made.createdAt,
    JSON.stringify(made.terms),
    debtorTaxId(made.terms),
  )
}

/** Stores the charge under its current revision number before it is changed. */
export const keepRevision = (store: Store, txid: string): number =>
  store.run(
    'insert into charge_revision select txid, revision, status, terms from charge where txid = ?',
    txid,
  )

export const writeRevision = (store: Store, revised: Charge): number =>
  store.run(
    `update charge set revision = ?, status = ?, terms = ?, br_code = ?, debtor_tax_id = ? where txid = ?`,
    revised.revision,
    revised.status,
    JSON.stringify(revised.terms),
    revised.brCode,
    debtorTaxId(revised.terms),
    revised.txid,
  )

export const writePaid = (store: Store, txid: string): number =>
  store.run(`update charge set status = 'CONCLUIDA' where txid = ?`, txid)

export const readCharge = (store: Store, txid: string): Charge | undefined => {
  const row = store.one(`select ${COLUMNS} from charge where txid = ?`, txid)
  return row && charge(row)
}

export const readChargeByToken = (store: Store, token: string): Charge | undefined => {
  const row = store.one(`select ${COLUMNS} from charge where token = ?`, token)
  return row && charge(row)
}

/** The charge in an earlier revision. */
export const readRevisionOf = (store: Store, current: Charge, revision: number): Charge | undefined => {
  if (revision === current.revision) return current
  const row = store.one(
    'select status, terms from charge_revision where txid = ? and revision = ?',
    current.txid,
    revision,
  )
  return row && { ...current, revision, status: status(row), terms: terms(row) }
}

export type ChargeFilter = Readonly<{
  from: number
  to: number
  status: string | undefined
  taxId: string | undefined
  limit: number
  offset: number
}>

const MATCHES = `created_at between ? and ? and (? is null or status = ?) and (? is null or debtor_tax_id = ?)`

const matching = ({
  from,
  to,
  status: wanted = null,
  taxId = null,
}: Nullable): (string | number | null)[] => [from, to, wanted, wanted, taxId, taxId]

type Nullable = Omit<ChargeFilter, 'status' | 'taxId'> & {
  status?: string | null | undefined
  taxId?: string | null | undefined
}

export const countCharges = (store: Store, filter: ChargeFilter): number => {
  const row = store.one(`select count(*) as total from charge where ${MATCHES}`, ...matching(filter))
  return row ? whole(row, 'total') : 0
}

export const readCharges = (store: Store, filter: ChargeFilter): Charge[] =>
  store
    .all(
      `select ${COLUMNS} from charge where ${MATCHES} order by created_at, id limit ? offset ?`,
      ...matching(filter),
      filter.limit,
      filter.offset,
    )
    .map(charge)
