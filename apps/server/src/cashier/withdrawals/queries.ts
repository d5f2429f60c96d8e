import type { UsdtNetwork } from '@palpite/money/usdt'
import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import type { RailName } from '../rails/payment-gateway.ts'

export type WithdrawalStatus = 'review' | 'requested' | 'sending' | 'sent' | 'unknown' | 'paid' | 'failed'

export type NewWithdrawal = {
  id: string
  playerId: number
  requestId: string | null
  /** All that was asked under that id. */
  requestDigest: string | null
  method: WithdrawMethod
  rail: RailName
  payCardNo: string
  holderName: string
  whatsapp: string
  amountCents: number
  feeBps: number
  feeCents: number
  miningCents: number
  netCents: number
  network: UsdtNetwork | null
  usdtRateE4: number | null
  usdtMicros: number | null
  status: 'review' | 'requested'
  reviewReasons: string
  approvalsNeeded: number
  waitsUntil: Date | null
  /** Not tried before this moment. */
  tryAt: Date
  promisedAt: Date
}

/** How many withdrawals players asked for today that did not fail, and of how much; the day is that of America/Sao_Paulo. */
export const selectUsedToday = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; used: number; cents: number }[]
>`
  select player_id as "playerId", count(*) as used, sum(amount_cents)::bigint as cents
    from cashier_withdrawal
   where player_id = any(${playerIds}::bigint[]) and status <> 'failed'
     and day = (now() at time zone 'America/Sao_Paulo')::date
   group by player_id`

/**
 * Withdrawals asked for just now: asked for again, the same is answered. One that failed gave its money back, so the
 * same wish is another one. Their players' accounts are held.
 */
export const selectRecent = (tx: Tx, playerIds: readonly number[], seconds: number) => tx<RecentWithdrawal[]>`
  select id, player_id as "playerId", request_id as "requestId", method, pay_card_no as "payCardNo",
         amount_cents as "amountCents"
    from cashier_withdrawal
   where player_id = any(${playerIds}::bigint[]) and status <> 'failed'
     and requested_at > now() - make_interval(secs => ${seconds})`

export type RecentWithdrawal = Pick<
  NewWithdrawal,
  'id' | 'playerId' | 'requestId' | 'method' | 'payCardNo' | 'amountCents'
>

/** What a withdrawal was asked for with. */
export type Requested = Pick<
  NewWithdrawal,
  'id' | 'playerId' | 'method' | 'payCardNo' | 'amountCents' | 'requestDigest'
>

/** Which withdrawals these players' own request ids became, whenever that was. Their accounts are held. */
export const selectRequested = (tx: Tx, playerIds: readonly number[], requestIds: readonly string[]) => tx<
  (Requested & { requestId: string })[]
>`
  select id, player_id as "playerId", request_id as "requestId", method, pay_card_no as "payCardNo",
         amount_cents as "amountCents", request_digest as "requestDigest"
    from cashier_withdrawal
   where player_id = any(${playerIds}::bigint[]) and request_id = any(${requestIds}::text[])`

type PayoutKeys = { playerIds: number[]; methods: WithdrawMethod[]; payCardNos: string[] }

/**
 * Of these keys those that their players have withdrawn to before, and since when. What operators
 * refused before it was sent makes no key known. A withdrawal reads them with the accounts held.
 */
export const selectUsedKeys = (sql: Sql, { playerIds, methods, payCardNos }: PayoutKeys) => sql<
  { playerId: number; method: WithdrawMethod; payCardNo: string; since: Date }[]
>`
  select wanted.player_id as "playerId", wanted.method, wanted.pay_card_no as "payCardNo",
         min(withdrawal.requested_at) as since
    from unnest(${playerIds}::bigint[], ${methods}::text[], ${payCardNos}::text[])
      as wanted (player_id, method, pay_card_no)
    join cashier_withdrawal withdrawal
      on withdrawal.player_id = wanted.player_id and withdrawal.method = wanted.method
     and withdrawal.pay_card_no = wanted.pay_card_no
     and (withdrawal.closed_at is null or withdrawal.attempts > 0)
   group by 1, 2, 3`

/** The database's moment, and the day of the house a day before and now. */
export const selectMoment = async (sql: Sql): Promise<{ now: Date; yesterday: string; today: string }> => {
  const rows = await sql<{ now: Date; yesterday: string; today: string }[]>`
    select now() as now, ((now() at time zone 'America/Sao_Paulo')::date - 1)::text as yesterday,
           (now() at time zone 'America/Sao_Paulo')::date::text as today`
  return present(rows[0], 'the moment')
}

/** Withdrawals that were asked for without a request id and are known by one from now on. */
export const updateRequestIds = (
  tx: Tx,
  rows: readonly { id: string; requestId: string; requestDigest: string }[],
) => tx`
  update cashier_withdrawal withdrawal
     set request_id = row.request_id, request_digest = row.request_digest
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ requestId }) => requestId)}::text[],
                ${rows.map(({ requestDigest }) => requestDigest)}::text[]) as row (id, request_id, request_digest)
   where withdrawal.id = row.id and withdrawal.request_id is null`

export const insertWithdrawals = insertInto('cashier_withdrawal', {
  id: 'text',
  playerId: 'bigint',
  requestId: 'text null',
  requestDigest: 'text null',
  method: 'text',
  rail: 'text',
  payCardNo: 'text',
  holderName: 'text',
  whatsapp: 'text',
  amountCents: 'bigint',
  feeBps: 'int',
  feeCents: 'bigint',
  miningCents: 'bigint',
  netCents: 'bigint',
  network: 'text null',
  usdtRateE4: 'int null',
  usdtMicros: 'bigint null',
  status: 'text',
  reviewReasons: 'jsonb',
  approvalsNeeded: 'int',
  waitsUntil: 'timestamptz null',
  tryAt: 'timestamptz',
  promisedAt: 'timestamptz',
})

export type PayoutDetails = {
  playerId: number
  method: WithdrawMethod
  payCardNo: string
  holderName: string
  whatsapp: string
}

export const selectDetails = (sql: Sql, playerIds: readonly number[]) => sql<PayoutDetails[]>`
  select player_id as "playerId", method, pay_card_no as "payCardNo", holder_name as "holderName", whatsapp
    from cashier_payout_details where player_id = any(${playerIds}::bigint[])`

/** One row a player and method may be in the list at most. */
export const upsertDetails = insertInto(
  'cashier_payout_details',
  { playerId: 'bigint', method: 'text', payCardNo: 'text', holderName: 'text', whatsapp: 'text' },
  `order by 1, 2
   on conflict (player_id, method) do update
      set pay_card_no = excluded.pay_card_no, holder_name = excluded.holder_name,
          whatsapp = excluded.whatsapp, used_at = now()`,
)

export type OpenWithdrawal = {
  id: string
  playerId: number
  method: WithdrawMethod
  rail: RailName
  /** The provider that carries it; null before it is sent. */
  provider: string | null
  payCardNo: string
  amountCents: number
  feeCents: number
  miningCents: number
  netCents: number
  network: UsdtNetwork | null
  usdtMicros: number | null
  status: WithdrawalStatus
  attempts: number
  /** How long ago a call was last made that may have sent it; null when none was. */
  quietSeconds: number | null
}

/** Who carries these. */
export const selectCarriers = (sql: Sql, ids: readonly string[]) => sql<
  { id: string; rail: RailName; provider: string | null }[]
>`
  select id, rail, provider from cashier_withdrawal where id = any(${ids}::text[])`

/** The withdrawals that are not at their end, locked by id. Their players' accounts are held. */
export const lockOpen = (tx: Tx, ids: readonly string[]) => tx<OpenWithdrawal[]>`
  select id, player_id as "playerId", method, rail, provider, pay_card_no as "payCardNo", amount_cents as "amountCents",
         fee_cents as "feeCents", mining_cents as "miningCents", net_cents as "netCents", network,
         usdt_micros as "usdtMicros", status, attempts, 0 as "quietSeconds"
    from cashier_withdrawal
   where id = any(${ids}::text[]) and status in ('review', 'sending', 'sent', 'unknown')
   order by id
     for update`

type Ends = {
  ids: string[]
  statuses: ('paid' | 'failed')[]
  whys: string[]
  providerRefs: (string | null)[]
}

export const updateToEnds = (tx: Tx, { ids, statuses, whys, providerRefs }: Ends) => tx`
  update cashier_withdrawal withdrawal
     set status = ended.status, why = ended.why, provider_ref = coalesce(ended.provider_ref, withdrawal.provider_ref),
         closed_at = now(), unknown_since = null
    from unnest(${ids}::text[], ${statuses}::text[], ${whys}::text[], ${providerRefs}::text[])
      as ended (id, status, why, provider_ref)
   where withdrawal.id = ended.id`

/** Withdrawals to a player that failed, of those whose request ids begin so: how many, and whether one of them within a day. */
export const selectFailedOf = async (
  sql: Sql,
  { playerId, prefix }: { playerId: number; prefix: string },
): Promise<{ times: number; isRecent: boolean }> => {
  const [row] = await sql<{ times: number; isRecent: boolean }[]>`
    select count(*)::int as times, coalesce(bool_or(closed_at > now() - interval '1 day'), false) as "isRecent"
      from cashier_withdrawal
     where player_id = ${playerId} and status = 'failed' and starts_with(request_id, ${prefix})`
  return present(row, 'one row of a count')
}

/** What players sent today, of America/Sao_Paulo. Their accounts are held. */
export const selectSentToday = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; sentCents: number }[]
>`
  select player_id as "playerId", sum(amount_cents)::bigint as "sentCents"
    from cashier_transfer
   where player_id = any(${playerIds}::bigint[]) and day = (now() at time zone 'America/Sao_Paulo')::date
   group by player_id`

/** Which transfers these request ids became. The senders' accounts are held. */
export const selectTransfers = (tx: Tx, playerIds: readonly number[], requestIds: readonly string[]) => tx<
  {
    id: string
    playerId: number
    requestId: string
    requestDigest: string | null
    recipientId: number
    amountCents: number
  }[]
>`
  select id, player_id as "playerId", request_id as "requestId", recipient_id as "recipientId",
         amount_cents as "amountCents", request_digest as "requestDigest"
    from cashier_transfer
   where player_id = any(${playerIds}::bigint[]) and request_id = any(${requestIds}::text[])`

export const insertTransfers = insertInto('cashier_transfer', {
  id: 'text',
  playerId: 'bigint',
  requestId: 'text',
  requestDigest: 'text null',
  recipientId: 'bigint',
  amountCents: 'bigint',
})
