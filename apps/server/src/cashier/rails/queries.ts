import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { UsdtNetwork } from '@palpite/money/usdt'
import { present } from '../../platform/errors.ts'

/** Stores the accounts of names; the first one stored stays. */
export const insertIdentities = insertInto(
  'cashier_provider',
  { name: 'text', identitySha256: 'text' },
  'order by 1 on conflict (name) do nothing',
)

/** The account of each name since its first use. */
export const selectIdentities = (sql: Sql) => sql<{ name: string; identitySha256: string }[]>`
  select name, identity_sha256 as "identitySha256" from cashier_provider`

/** How long a quote is shown, the grace period after it, and the greatest age of its rate within that time. */
export type QuoteTerms = { quoteSeconds: number; graceSeconds: number; maxAgeSeconds: number }

export type QuoteRow = {
  rateE4: number
  rateAt: Date
  expiresAt: Date
  isCurrent: boolean
  isHonoured: boolean
}

/**
 * The quotes of the last hour, newest first, with whether each is current and whether it is still honoured;
 * one with too old a rate is neither. A screen may still show an expired one.
 */
export const selectQuotes = (
  sql: Sql,
  { graceSeconds, maxAgeSeconds }: Omit<QuoteTerms, 'quoteSeconds'>,
) => sql<QuoteRow[]>`
  select rate_e4 as "rateE4", rate_at as "rateAt", expires_at as "expiresAt",
         expires_at > now() and rate_at > now() - make_interval(secs => ${maxAgeSeconds}) as "isCurrent",
         expires_at > now() - make_interval(secs => ${graceSeconds})
           and rate_at > now() - make_interval(secs => ${maxAgeSeconds}) as "isHonoured"
    from cashier_usdt_quote
   where expires_at > now() - greatest(interval '1 hour', make_interval(secs => ${graceSeconds}))
   order by id desc
   limit 200`

/** The price of one USDT in ten-thousandths of a real, its time, and until when its source guarantees it. */
export type SourceQuote = { rateE4: number; rateAt: Date; expiresAt: Date }

type NewQuote = SourceQuote & { source: string }

/**
 * Stores a quote unless a current one exists; two servers at once may both store theirs, and the newest
 * counts. A quote that has expired, is too old, or lies more than a minute ahead of the database's clock is
 * not stored.
 */
export const insertQuote = (
  sql: Sql,
  { rateE4, source, rateAt, expiresAt }: NewQuote,
  { quoteSeconds, maxAgeSeconds }: Omit<QuoteTerms, 'graceSeconds'>,
) => sql`
  insert into cashier_usdt_quote (rate_e4, source, rate_at, expires_at)
  select ${rateE4}, ${source}, least(${rateAt}::timestamptz, now()),
         least(${expiresAt}::timestamptz, now() + make_interval(secs => ${quoteSeconds}))
   where ${expiresAt}::timestamptz > now()
     and ${rateAt}::timestamptz > now() - make_interval(secs => ${maxAgeSeconds})
     and ${rateAt}::timestamptz <= now() + interval '1 minute'
     and not exists (select from cashier_usdt_quote
                      where expires_at > now() and rate_at > now() - make_interval(secs => ${maxAgeSeconds}))`

/** A transaction of a payout, signed or about to be signed. */
export type Attempt = {
  payoutId: string
  attempt: number
  network: UsdtNetwork
  sender: string
  nonce: number
  recipient: string
  usdtMicros: number
  feeWei: number
  raw: string | null
  hash: string | null
  /** Seconds since it was sent; null before. */
  sentSeconds: number | null
}

/** All attempts of a payout, oldest first. */
export const selectAttempts = (sql: Sql, payoutId: string) => sql<Attempt[]>`
  select payout_id as "payoutId", attempt, network, sender, nonce, recipient, usdt_micros as "usdtMicros",
         fee_wei as "feeWei", raw, hash, extract(epoch from now() - sent_at)::float8 as "sentSeconds"
    from cashier_usdt_transaction
   where payout_id = ${payoutId}
   order by attempt`

/** The next nonce of a hot wallet, locked; the first time it comes from the chain. */
export const lockNextNonce = async (
  tx: Tx,
  network: UsdtNetwork,
  address: string,
  counted: number,
): Promise<number> => {
  await tx`
    insert into cashier_usdt_wallet (network, address, next_nonce) values (${network}, ${address}, ${counted})
    on conflict (network, address) do nothing`
  const rows = await tx<{ nonce: number }[]>`
    select next_nonce as nonce from cashier_usdt_wallet
     where network = ${network} and address = ${address} for update`
  return present(rows[0], 'the next number of a hot wallet').nonce
}

export const updateNextNonce = (tx: Tx, network: UsdtNetwork, address: string, nonce: number) => tx`
  update cashier_usdt_wallet set next_nonce = ${nonce} where network = ${network} and address = ${address}`

/** Every wallet that has ever sent payouts. */
export const selectWallets = (sql: Sql) => sql<{ network: UsdtNetwork; address: string }[]>`
  select network, address from cashier_usdt_wallet order by network, address`

export type SignedPayout = Pick<Attempt, 'payoutId' | 'recipient' | 'usdtMicros'> & { hash: string }

/** The transactions of these that we signed for payouts. */
export const selectSigned = (sql: Sql, network: UsdtNetwork, hashes: readonly string[]) => sql<
  SignedPayout[]
>`
  select hash, payout_id as "payoutId", recipient, usdt_micros as "usdtMicros"
    from cashier_usdt_transaction
   where network = ${network} and hash = any(${hashes}::text[])`

type NewAttempt = Omit<Attempt, 'raw' | 'hash' | 'sentSeconds'>

export const insertAttempt = (sql: Sql, row: NewAttempt) => sql`
  insert into cashier_usdt_transaction
         (payout_id, attempt, network, sender, nonce, recipient, usdt_micros, fee_wei)
  values (${row.payoutId}, ${row.attempt}, ${row.network}, ${row.sender}, ${row.nonce}, ${row.recipient},
          ${row.usdtMicros}, ${row.feeWei})
  on conflict (payout_id, attempt) do nothing`

/** Whether a payout is still being sent; locked, so that it does not end before its transaction is stored. */
export const lockSending = async (tx: Tx, payoutId: string): Promise<boolean> => {
  const rows = await tx<{ id: string }[]>`
    select id from cashier_withdrawal where id = ${payoutId} and status in ('sending', 'unknown') for share`
  return rows.length > 0
}

type Signed = { payoutId: string; attempt: number; raw: string; hash: string }

/** Stores a signed transaction; the first one stored stays. */
export const updateToSigned = (sql: Sql, { payoutId, attempt, raw, hash }: Signed) => sql`
  update cashier_usdt_transaction set raw = ${raw}, hash = ${hash}
   where payout_id = ${payoutId} and attempt = ${attempt} and raw is null`

export const updateToSent = (sql: Sql, payoutId: string, attempt: number) => sql`
  update cashier_usdt_transaction set sent_at = coalesce(sent_at, now())
   where payout_id = ${payoutId} and attempt = ${attempt}`

/** The denied addresses among these. Every spelling of an address counts as the same. */
export const deniedAmong = (sql: Sql, addresses: readonly string[]) => sql<{ address: string }[]>`
  select wanted.address from unnest(${addresses}::text[]) as wanted (address)
   where exists (select from cashier_denied_address denied
                  where denied.address = wanted.address
                     or wanted.address like '0x%' and lower(denied.address) = lower(wanted.address))`

/** Adds an address to the deny list; answers whether it is new there. */
export const insertDenied = async (
  tx: Tx,
  { address, reason, operatorId }: { address: string; reason: string; operatorId: number },
): Promise<boolean> => {
  const rows = await tx<{ address: string }[]>`
    insert into cashier_denied_address (address, reason, operator_id)
    values (${address}, ${reason}, ${operatorId})
    on conflict (address) do nothing returning address`
  return rows.length > 0
}
