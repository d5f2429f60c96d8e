import type { Sql, Tx } from '../../platform/db/index.ts'
import type { OpenWithdrawal, WithdrawalStatus } from './queries.ts'
import type { RailName } from '../rails/payment-gateway.ts'
import { RETURNED } from './rules.ts'

/** The maximum number, the lease, and the banks to choose from for PIX. */
type Claim = { max: number; leaseSeconds: number; providers: readonly string[] }

/**
 * Claims withdrawals that are due and were never sent, and marks them as possibly sent with their bank before any
 * call is made, so that a crash leaves them in that state.
 */
export const claimToSend = (sql: Sql, { max, leaseSeconds, providers }: Claim) => sql<OpenWithdrawal[]>`
  update cashier_withdrawal
     set status = 'sending', provider = coalesce(provider, case rail when 'usdt' then 'chain' else
           (${providers}::text[])[1 + floor(random() * cardinality(${providers}::text[]))::int] end),
         attempts = attempts + 1, last_sent_at = now(), spoken_at = null,
         try_at = now() + make_interval(secs => ${leaseSeconds})
   where id in (select id from cashier_withdrawal
                 where status = 'requested' and try_at <= now()
                 order by try_at, id
                 limit ${max}
                   for update skip locked)
  returning id, player_id as "playerId", method, rail, provider, pay_card_no as "payCardNo", amount_cents as "amountCents",
            fee_cents as "feeCents", mining_cents as "miningCents", net_cents as "netCents", network,
            usdt_micros as "usdtMicros", status, attempts, 0 as "quietSeconds"`

/** Claims withdrawals that the bank may have, to ask about them. One whose sender crashed becomes unknown. */
export const claimToRequest = (sql: Sql, { max, leaseSeconds }: Omit<Claim, 'providers'>) => sql<
  OpenWithdrawal[]
>`
  update cashier_withdrawal
     set status = case when status = 'sent' then 'sent' else 'unknown' end,
         unknown_since = case when status = 'sending' then now() else unknown_since end, spoken_at = null,
         try_at = now() + make_interval(secs => ${leaseSeconds})
   where id in (select id from cashier_withdrawal
                 where status in ('sending', 'sent', 'unknown') and try_at <= now()
                 order by try_at, id
                 limit ${max}
                   for update skip locked)
  returning id, player_id as "playerId", method, rail, provider, pay_card_no as "payCardNo", amount_cents as "amountCents",
            fee_cents as "feeCents", mining_cents as "miningCents", net_cents as "netCents", network,
            usdt_micros as "usdtMicros", status, attempts,
            extract(epoch from now() - last_sent_at)::float8 as "quietSeconds"`

/** Marks a payout as being sent again under the same id, before the call. Answers the number of the attempt. */
export const updateToResending = async (
  sql: Sql,
  id: string,
  leaseSeconds: number,
): Promise<number | undefined> => {
  const rows = await sql<{ attempts: number }[]>`
    update cashier_withdrawal
       set attempts = attempts + 1, last_sent_at = now(), try_at = now() + make_interval(secs => ${leaseSeconds})
     where id = ${id} and status = 'unknown'
    returning attempts`
  return rows[0]?.attempts
}

/**
 * Right before the calls: keeps the payouts that still belong to these attempts. A worker delayed past its lease
 * finds that another one has claimed or ended its payout; from here on nobody sends it again before the quiet time
 * has passed. The players' accounts are locked.
 */
export const updateToCalling = (
  tx: Tx,
  attempts: readonly Pick<OpenWithdrawal, 'id' | 'attempts'>[],
  leaseSeconds: number,
) => tx<{ id: string; attempts: number }[]>`
  update cashier_withdrawal withdrawal
     set last_sent_at = now(), try_at = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${attempts.map(({ id }) => id)}::text[], ${attempts.map((one) => one.attempts)}::int[])
      as attempt (id, attempts)
    join (select id from cashier_withdrawal where id = any(${attempts.map(({ id }) => id)}::text[])
           order by id for update) held using (id)
   where withdrawal.id = attempt.id and withdrawal.attempts = attempt.attempts
     and withdrawal.status in ('sending', 'unknown')
  returning withdrawal.id, withdrawal.attempts`

export type Waiting = {
  id: string
  status: 'sent' | 'unknown'
  seconds: number
  why: string
  providerRef: string | null
}

/**
 * The bank has these payouts, or their state is unknown: schedules the next query in this many seconds, or now if a
 * webhook came meanwhile. Answers whether one is due now. Locked by id.
 */
export const updateToWaiting = async (sql: Sql, waiting: readonly Waiting[]): Promise<boolean> => {
  const rows = await sql<{ isDue: boolean }[]>`
    update cashier_withdrawal withdrawal
       set status = wait.status, why = wait.why,
           provider_ref = coalesce(wait.provider_ref, withdrawal.provider_ref),
           unknown_since = case when wait.status = 'sent' then null else coalesce(unknown_since, now()) end,
           try_at = case when spoken_at is null then now() + make_interval(secs => wait.seconds) else now() end
      from unnest(${waiting.map(({ id }) => id)}::text[], ${waiting.map(({ status }) => status)}::text[],
                  ${waiting.map(({ seconds }) => seconds)}::int[], ${waiting.map(({ why }) => why)}::text[],
                  ${waiting.map(({ providerRef }) => providerRef)}::text[])
        as wait (id, status, seconds, why, provider_ref)
      join (select id from cashier_withdrawal where id = any(${waiting.map(({ id }) => id)}::text[])
             order by id for update) held using (id)
     where withdrawal.id = wait.id and withdrawal.status in ('sending', 'sent', 'unknown')
    returning try_at <= now() as "isDue"`
  return rows.some(({ isDue }) => isDue)
}

/**
 * The bank sent a webhook about these: makes them due now, or as soon as the call that sends one has ended. Locked by
 * id. Answers those that may be at the bank and will be queried.
 */
export const makePayoutsDue = (sql: Sql, ids: readonly string[]) => sql<{ id: string }[]>`
  update cashier_withdrawal withdrawal
     set spoken_at = now(), try_at = case status when 'sending' then try_at else now() end
    from (select id from cashier_withdrawal where id = any(${ids}::text[]) order by id for update) held
   where withdrawal.id = held.id and status in ('sending', 'sent', 'unknown')
  returning withdrawal.id`

/** Payouts whose state has been unknown for this long; each raises at most one alarm in that time. */
export const claimAlarms = (sql: Sql, seconds: number) => sql<{ id: string }[]>`
  update cashier_withdrawal set alarmed_at = now()
   where status = 'unknown' and unknown_since < now() - make_interval(secs => ${seconds})
     and (alarmed_at is null or alarmed_at < now() - make_interval(secs => ${seconds}))
  returning id`

export const selectUnknownCount = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*) as count from cashier_withdrawal where status = 'unknown'`
  return rows[0]?.count ?? 0
}

export type Outcome = 'paid' | 'failed' | 'returned'

type Settled = {
  withdrawalId: string
  operatorId: number
  outcome: Outcome
  requestId: string
  reason: string
  state: 'waits' | 'settled'
}

/** The decision of an earlier request. */
export const selectSettled = async (sql: Sql, requestId: string): Promise<Settled | undefined> => {
  const rows = await sql<Settled[]>`
    select withdrawal_id as "withdrawalId", operator_id as "operatorId", outcome, request_id as "requestId",
           reason, state
      from cashier_payout_settlement where request_id = ${requestId}`
  return rows[0]
}

/** The operators who already decided the same about a payout. The player's accounts are locked. */
export const selectSettlers = async (
  tx: Tx,
  { id, judgedFrom }: Pick<ToSettle, 'id' | 'judgedFrom'>,
  outcome: Outcome,
): Promise<number[]> => {
  const rows = await tx<{ operatorId: number }[]>`
    select operator_id as "operatorId" from cashier_payout_settlement
     where withdrawal_id = ${id} and outcome = ${outcome} and judged_from = ${judgedFrom}::timestamptz
     order by operator_id`
  return rows.map(({ operatorId }) => operatorId)
}

export const insertSettled = (tx: Tx, row: Settled & Pick<ToSettle, 'judgedFrom'>) => tx`
  insert into cashier_payout_settlement
         (withdrawal_id, operator_id, outcome, request_id, reason, state, judged_from)
  values (${row.withdrawalId}, ${row.operatorId}, ${row.outcome}, ${row.requestId}, ${row.reason}, ${row.state},
          ${row.judgedFrom}::timestamptz)`

export type ToSettle = {
  id: string
  playerId: number
  rail: RailName
  provider: string | null
  amountCents: number
  netCents: number
  status: WithdrawalStatus
  why: string
  /** How long its state has been unknown, and how long ago the last call was made that may have sent it. */
  unknownSeconds: number | null
  quietSeconds: number | null
  /**
   * The start of the attempt that a decision is about, to the microsecond: a later attempt makes "failed" another
   * decision.
   */
  judgedFrom: string | null
}

/** The player and the provider of a payout; neither changes once it was sent. */
export const selectCarried = async (
  sql: Sql,
  id: string,
): Promise<Pick<ToSettle, 'playerId' | 'rail' | 'provider'> | undefined> => {
  const rows = await sql<Pick<ToSettle, 'playerId' | 'rail' | 'provider'>[]>`
    select player_id as "playerId", rail, provider from cashier_withdrawal where id = ${id} and attempts > 0`
  return rows[0]
}

/** The payout, locked. Its player's accounts are locked. */
export const lockToSettle = async (tx: Tx, id: string, outcome: Outcome): Promise<ToSettle | undefined> => {
  const rows = await tx<ToSettle[]>`
    select id, player_id as "playerId", rail, provider, amount_cents as "amountCents", net_cents as "netCents", status, why,
           extract(epoch from now() - unknown_since)::float8 as "unknownSeconds",
           extract(epoch from now() - last_sent_at)::float8 as "quietSeconds",
           (case ${outcome}::text when 'returned' then closed_at when 'paid' then unknown_since
                                  else greatest(unknown_since, last_sent_at) end)::text as "judgedFrom"
      from cashier_withdrawal where id = ${id} for update`
  return rows[0]
}

/** Marks a paid payout as returned; its end time stays. */
export const updateToReturned = (tx: Tx, id: string) => tx`
  update cashier_withdrawal set status = 'failed', why = ${RETURNED} where id = ${id} and status = 'paid'`
