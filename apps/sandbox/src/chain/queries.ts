import { maybeText, maybeWhole, text, whole, type Row, type Store } from '../store/index.ts'

export const CHAIN_TABLES = `
create table if not exists chain_network (
  network text primary key check (network in ('TRC20', 'ERC20')),
  head integer not null,
  -- What a unit of work costs: a transaction that offers less waits.
  fee_wei integer not null,
  -- While held, no block takes anything.
  is_held integer not null default 0,
  -- So many of the next transfers are mined and fail.
  reverts integer not null default 0,
  -- When its last block was made (epoch ms).
  made_at integer not null
) strict;
create table if not exists chain_transaction (
  hash text primary key,
  network text not null,
  sender text not null,
  nonce integer not null,
  recipient text not null,
  micros integer not null check (micros >= 0),
  -- A token that is not USDT: whoever looks at the amount alone is deceived.
  is_other_token integer not null default 0,
  fee_wei integer not null,
  -- pool: waits for a block; mined; gone: replaced, or lost with a block that is no longer in the chain.
  status text not null check (status in ('pool', 'mined', 'gone')),
  block integer,
  has_failed integer not null default 0,
  check ((block is not null) = (status = 'mined'))
) strict;
create unique index if not exists chain_transaction_mined on chain_transaction (network, sender, nonce) where status = 'mined';
create table if not exists chain_rate (
  id integer primary key check (id = 1),
  rate text not null,
  is_silent integer not null default 0,
  age_seconds integer not null default 0
) strict;`

export const NETWORKS = ['TRC20', 'ERC20'] as const
export type Network = (typeof NETWORKS)[number]

export type Chain = Readonly<{
  network: Network
  head: number
  feeWei: number
  isHeld: boolean
  reverts: number
  madeAt: number
}>

export type Transaction = Readonly<{
  hash: string
  network: Network
  sender: string
  nonce: number
  recipient: string
  micros: number
  feeWei: number
  status: string
  block: number | undefined
  hasFailed: boolean
  isOtherToken: boolean
}>

/** Blocks before the first transaction. */
const FIRST_BLOCK = 1000
const FIRST_FEE_WEI = 1_000_000_000

export const readChain = (store: Store, network: Network, now: number): Chain => {
  const read = () =>
    store.one('select head, fee_wei, is_held, reverts, made_at from chain_network where network = ?', network)
  if (read() === undefined) {
    store.run(
      'insert into chain_network (network, head, fee_wei, made_at) values (?, ?, ?, ?)',
      network,
      FIRST_BLOCK,
      FIRST_FEE_WEI,
      now,
    )
  }
  const row = read()
  if (row === undefined) throw new Error(`the chain of ${network} was not made`)
  return {
    network,
    head: whole(row, 'head'),
    feeWei: whole(row, 'fee_wei'),
    isHeld: whole(row, 'is_held') === 1,
    reverts: whole(row, 'reverts'),
    madeAt: whole(row, 'made_at'),
  }
}

export const writeChain = (store: Store, chain: Chain): number =>
  store.run(
    'update chain_network set head = ?, fee_wei = ?, is_held = ?, reverts = ?, made_at = ? where network = ?',
    chain.head,
    chain.feeWei,
    chain.isHeld ? 1 : 0,
    chain.reverts,
    chain.madeAt,
    chain.network,
  )

const COLUMNS =
  'hash, network, sender, nonce, recipient, micros, fee_wei, status, block, has_failed, is_other_token'

const transaction = (row: Row): Transaction => ({
  hash: text(row, 'hash'),
  network: text(row, 'network') as Network,
  sender: text(row, 'sender'),
  nonce: whole(row, 'nonce'),
  recipient: text(row, 'recipient'),
  micros: whole(row, 'micros'),
  feeWei: whole(row, 'fee_wei'),
  status: text(row, 'status'),
  block: maybeWhole(row, 'block'),
  hasFailed: whole(row, 'has_failed') === 1,
  isOtherToken: whole(row, 'is_other_token') === 1,
})

export const readTransaction = (store: Store, network: Network, hash: string): Transaction | undefined => {
  const row = store.one(
    `select ${COLUMNS} from chain_transaction where network = ? and hash = ?`,
    network,
    hash,
  )
  return row && transaction(row)
}

/** Pending transactions, in nonce order per sender. */
export const readPool = (store: Store, network: Network): Transaction[] =>
  store
    .all(
      `select ${COLUMNS} from chain_transaction where network = ? and status = 'pool' order by sender, nonce, hash`,
      network,
    )
    .map(transaction)

/** Mined transactions from this block on, oldest first. */
export const readMined = (store: Store, network: Network, fromBlock: number): Transaction[] =>
  store
    .all(
      `select ${COLUMNS} from chain_transaction where network = ? and status = 'mined' and block >= ?
        order by block, sender, nonce`,
      network,
      fromBlock,
    )
    .map(transaction)

/** The mined transactions of a sender: its next nonce. */
export const countMined = (store: Store, network: Network, sender: string): number => {
  const row = store.one(
    `select count(*) as count from chain_transaction where network = ? and sender = ? and status = 'mined'`,
    network,
    sender,
  )
  return row === undefined ? 0 : whole(row, 'count')
}

/** The net amount that a holder received in successful transfers; and whether it has only received, never sent. */
export const sumMoved = (
  store: Store,
  network: Network,
  holder: string,
): { micros: number; onlyGot: boolean } => {
  const row = store.one(
    `select coalesce(sum(case when recipient = ? then micros else 0 end), 0)
          - coalesce(sum(case when sender = ? then micros else 0 end), 0) as moved,
            count(*) filter (where recipient = ?) > 0 and count(*) filter (where sender = ?) = 0 as only_got
       from chain_transaction where network = ? and status = 'mined' and has_failed = 0
          and is_other_token = 0`,
    holder,
    holder,
    holder,
    holder,
    network,
  )
  return row === undefined
    ? { micros: 0, onlyGot: false }
    : { micros: whole(row, 'moved'), onlyGot: whole(row, 'only_got') === 1 }
}

/** Puts a transaction in the pool, even one that was there before. */
export const poolTransaction = (store: Store, made: Transaction): number =>
  store.run(
    `insert into chain_transaction (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, 'pool', null, 0, ?)
     on conflict (hash) do update set status = 'pool', block = null, has_failed = 0`,
    made.hash,
    made.network,
    made.sender,
    made.nonce,
    made.recipient,
    made.micros,
    made.feeWei,
    made.isOtherToken ? 1 : 0,
  )

export const writePlace = (
  store: Store,
  { hash, status, block, hasFailed }: Pick<Transaction, 'hash' | 'status' | 'block' | 'hasFailed'>,
): number =>
  store.run(
    'update chain_transaction set status = ?, block = ?, has_failed = ? where hash = ?',
    status,
    block ?? null,
    hasFailed ? 1 : 0,
    hash,
  )

export type Quote = Readonly<{ rate: string; isSilent: boolean; ageSeconds: number }>

export const readQuote = (store: Store): Quote => {
  const row = store.one('select rate, is_silent, age_seconds from chain_rate where id = 1')
  return row === undefined
    ? { rate: '5.4321', isSilent: false, ageSeconds: 0 }
    : {
        rate: maybeText(row, 'rate') ?? '',
        isSilent: whole(row, 'is_silent') === 1,
        ageSeconds: whole(row, 'age_seconds'),
      }
}

export const writeQuote = (store: Store, { rate, isSilent, ageSeconds }: Quote): number =>
  store.run(
    `insert into chain_rate (id, rate, is_silent, age_seconds) values (1, ?, ?, ?)
     on conflict (id) do update set rate = excluded.rate, is_silent = excluded.is_silent, age_seconds = excluded.age_seconds`,
    rate,
    isSilent ? 1 : 0,
    ageSeconds,
  )
