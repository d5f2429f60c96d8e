import type { UsdtNetwork } from '@palpite/money/usdt'
import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { WithdrawMethod } from '../../protection/index.ts'
import type { RailName } from '../rails/payment-gateway.ts'

/** Why a withdrawal failed that operators refused in review. */
export const REFUSED_IN_REVIEW = 'refused in review'

export type WithdrawalStatus = 'review' | 'requested' | 'sending' | 'sent' | 'unknown' | 'paid' | 'failed'

export type NewWithdrawal = {
  id: string
  playerId: number
  requestId: string | null
  /** A digest of everything requested under that id. */
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
  /** Not attempted before this moment. */
  tryAt: Date
  promisedAt: Date
}

/** Number and sum of players' withdrawals today that have not failed; days are America/Sao_Paulo. */
export const selectUsedToday = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; used: number; cents: number }[]
>`
  select player_id as "playerId", count(*) as used, sum(amount_cents)::bigint as cents
    from cashier_withdrawal
   where player_id = any(${playerIds}::bigint[]) and status <> 'failed'
     and day = (now() at time zone 'America/Sao_Paulo')::date
   group by player_id`

/**
 * Very recent withdrawals: a repeated identical request gets the same answer. A failed one returned its money, so a
 * repeat is a new request. The players' accounts are locked.
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

/** The content of a withdrawal request. */
export type Requested = Pick<
  NewWithdrawal,
  'id' | 'playerId' | 'method' | 'payCardNo' | 'amountCents' | 'requestDigest'
>

/** The withdrawals that these players' request ids created, at any time. Their accounts are locked. */
export const selectRequested = (tx: Tx, playerIds: readonly number[], requestIds: readonly string[]) => tx<
  (Requested & { requestId: string })[]
>`
  select id, player_id as "playerId", request_id as "requestId", method, pay_card_no as "payCardNo",
         amount_cents as "amountCents", request_digest as "requestDigest"
    from cashier_withdrawal
   where player_id = any(${playerIds}::bigint[]) and request_id = any(${requestIds}::text[])`

type PayoutKeys = { playerIds: number[]; methods: WithdrawMethod[]; payCardNos: string[] }

/**
 * The keys among these that the players have withdrawn to before, with the first time. A withdrawal refused before it
 * was sent does not make a key known. Withdrawals read this with the accounts locked.
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

/** The database's time, and its day and the day before in the house's time zone. */
export const selectMoment = async (sql: Sql): Promise<{ now: Date; yesterday: string; today: string }> => {
  const rows = await sql<{ now: Date; yesterday: string; today: string }[]>`
    select now() as now, ((now() at time zone 'America/Sao_Paulo')::date - 1)::text as yesterday,
           (now() at time zone 'America/Sao_Paulo')::date::text as today`
  return present(rows[0], 'the moment')
}

/** Gives withdrawals a request id that were requested without one. */
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

/** The list may contain at most one row per player and method. */
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
  /** The provider of the payout; null before it is sent. */
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
  /** Seconds since the last call that may have sent it; null if there was none. */
  quietSeconds: number | null
}

/** Rail and provider of these. */
export const selectCarriers = (sql: Sql, ids: readonly string[]) => sql<
  { id: string; rail: RailName; provider: string | null }[]
>`
  select id, rail, provider from cashier_withdrawal where id = any(${ids}::text[])`

/** Withdrawals in review, or possibly sent, locked by id. Their players' accounts are locked. */
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

/**
 * Failed withdrawals of a player whose request ids have this prefix: their number, and whether the last one
 * is recent: it ended within a day, or, from the second on, within `daysAfterSecond` days.
 */
export const selectFailedOf = async (
  sql: Sql,
  { playerId, prefix, daysAfterSecond }: { playerId: number; prefix: string; daysAfterSecond: number },
): Promise<{ times: number; isRecent: boolean }> => {
  const [row] = await sql<{ times: number; isRecent: boolean }[]>`
    select count(*)::int as times,
           coalesce(max(closed_at) > now() - make_interval(
             days => case when count(*) > 1 then ${daysAfterSecond}::int else 1 end), false) as "isRecent"
      from cashier_withdrawal
     where player_id = ${playerId} and status = 'failed' and starts_with(request_id, ${prefix})`
  return present(row, 'one row of a count')
}

/** Whether operators refused a player's newest withdrawal in review. */
export const selectIsRefused = async (sql: Sql, playerId: number): Promise<boolean> => {
  const [newest] = await sql<{ isRefused: boolean }[]>`
    select status = 'failed' and why = ${REFUSED_IN_REVIEW} as "isRefused" from cashier_withdrawal
     where player_id = ${playerId}
     order by requested_at desc, id desc limit 1`
  return newest?.isRefused ?? false
}

/** What players sent today (America/Sao_Paulo). Their accounts are locked. */
export const selectSentToday = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; sentCents: number }[]
>`
  select player_id as "playerId", sum(amount_cents)::bigint as "sentCents"
    from cashier_transfer
   where player_id = any(${playerIds}::bigint[]) and day = (now() at time zone 'America/Sao_Paulo')::date
   group by player_id`

/** The transfers that these request ids created. The senders' accounts are locked. */
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
