import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** A refund that an operator requested; `playerId` and `orderId` are null for a payment that matches no order. */
export type Refund = {
  id: string
  requestId: string
  operatorId: number
  reason: string
  provider: string
  providerRef: string
  playerId: number | null
  orderId: string | null
  amountCents: number
}

/** The number of this attempt, and the seconds since the one before; null for the first. */
export type ClaimedRefund = Refund & { attempts: number; quietSeconds: number | null }

/** The refunds that these requests created, at any time. */
export const selectRefundsOfCalls = (sql: Sql, requestIds: readonly string[]) => sql<Refund[]>`
  select id, request_id as "requestId", operator_id as "operatorId", reason, provider, provider_ref as "providerRef",
         player_id as "playerId", order_id as "orderId", amount_cents as "amountCents"
    from cashier_refund where request_id = any(${requestIds}::text[])`

/** Refunds in progress of these payments, locked by id. Their players' accounts are locked. */
export const lockRefundsUnderWay = (tx: Tx, providerRefs: readonly string[]) => tx<
  (Refund & { attempts: number })[]
>`
  select id, request_id as "requestId", operator_id as "operatorId", reason, provider, provider_ref as "providerRef",
         player_id as "playerId", order_id as "orderId", amount_cents as "amountCents", attempts
    from cashier_refund
   where rail = 'pix' and provider_ref = any(${providerRefs}::text[]) and status = 'asked'
   order by id
     for update`

export const insertRefunds = insertInto('cashier_refund', {
  id: 'text',
  requestId: 'text',
  operatorId: 'bigint',
  reason: 'text',
  provider: 'text',
  providerRef: 'text',
  playerId: 'bigint null',
  orderId: 'text null',
  amountCents: 'bigint',
})

type Claim = { leaseSeconds: number; without: readonly string[] }

/**
 * Claims the next due refund, of any bank but these: marks it as sent right before the call, and schedules its next
 * attempt.
 */
export const claimRefund = async (
  sql: Sql,
  { leaseSeconds, without }: Claim,
): Promise<ClaimedRefund | undefined> => {
  const rows = await sql<ClaimedRefund[]>`
    update cashier_refund refund
       set try_at = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1, last_sent_at = now()
      from (select id, extract(epoch from now() - last_sent_at)::float8 as quiet from cashier_refund
             where status = 'asked' and try_at <= now() and provider <> all(${without}::text[])
             order by try_at, id
             limit 1
               for update skip locked) turn
     where refund.id = turn.id
    returning refund.id, request_id as "requestId", operator_id as "operatorId", reason, provider,
              provider_ref as "providerRef", player_id as "playerId", order_id as "orderId",
              amount_cents as "amountCents", attempts, quiet as "quietSeconds"`
  return rows[0]
}

/** Schedules the next attempt in this many seconds, unless another attempt has begun. */
export const putOffRefund = (
  sql: Sql,
  { id, attempts }: Pick<ClaimedRefund, 'id' | 'attempts'>,
  seconds: number,
) => sql`
  update cashier_refund set try_at = now() + make_interval(secs => ${seconds})
   where id = ${id} and attempts = ${attempts} and status = 'asked'`

/** Refunds requested this long ago that have not ended. */
export const selectLateRefunds = (sql: Sql, seconds: number) => sql<Refund[]>`
  select id, request_id as "requestId", operator_id as "operatorId", reason, provider, provider_ref as "providerRef",
         player_id as "playerId", order_id as "orderId", amount_cents as "amountCents"
    from cashier_refund
   where status = 'asked' and asked_at < now() - make_interval(secs => ${seconds})
   order by asked_at, id`

/** Stores how refunds ended, as the bank reports it. */
export const updateRefundsToEnd = (
  tx: Tx,
  ids: readonly string[],
  status: 'returned' | 'failed',
  why = '',
) => tx`
  update cashier_refund set status = ${status}, why = ${why}, closed_at = now()
   where id = any(${ids}::text[]) and status = 'asked'`

export type UnmatchedPayment = {
  provider: string
  providerRef: string
  chargeRef: string | null
  amountCents: number
  paidAt: Date
  seenAt: Date
  seenMicros: number
  ageHours: number
  isUnderWay: boolean
}

/** Payments that match no order and were not refunded, in the order received. */
export const selectUnmatchedPayments = (
  sql: Sql,
  after: { seenMicros: number; providerRef: string },
  max: number,
) => sql<UnmatchedPayment[]>`
  select provider, provider_ref as "providerRef", charge_ref as "chargeRef", amount_cents as "amountCents",
         paid_at as "paidAt", seen_at as "seenAt", (extract(epoch from seen_at) * 1000000)::bigint as "seenMicros",
         floor(extract(epoch from now() - seen_at) / 3600)::int as "ageHours",
         exists (select from cashier_refund refund
                  where refund.rail = payment.rail and refund.provider_ref = payment.provider_ref
                    and refund.status = 'asked') as "isUnderWay"
    from cashier_unmatched_payment payment
   where rail = 'pix' and returned_at is null
     and (seen_at, provider_ref) > (to_timestamp(0) + ${after.seenMicros}::bigint * interval '1 microsecond', ${after.providerRef}::text)
     and not exists (select from cashier_topup topup
                      where topup.rail = payment.rail and topup.provider_ref = payment.provider_ref)
   order by seen_at, provider_ref
   limit ${max}`

/** Of these payments those that match no order and were not refunded, locked. */
export const lockUnmatchedPayments = (tx: Tx, providerRefs: readonly string[]) => tx<
  { provider: string; providerRef: string; amountCents: number }[]
>`
  select provider, provider_ref as "providerRef", amount_cents as "amountCents"
    from cashier_unmatched_payment
   where rail = 'pix' and provider_ref = any(${providerRefs}::text[]) and returned_at is null
   order by provider_ref
     for update`

export const updateUnmatchedToReturned = (tx: Tx, providerRef: string) => tx`
  update cashier_unmatched_payment set returned_at = now() where rail = 'pix' and provider_ref = ${providerRef}`

/**
 * Marks unmatched payments that were refunded whole, also those that the bank refunded on its own. Locked by
 * reference.
 */
export const updateUnmatchedReturned = (
  sql: Sql,
  { rail, provider }: { rail: string; provider: string },
  providerRefs: readonly string[],
) => sql`
  update cashier_unmatched_payment payment set returned_at = now()
    from (select rail, provider_ref from cashier_unmatched_payment
           where rail = ${rail} and provider = ${provider} and provider_ref = any(${providerRefs}::text[])
             and returned_at is null
           order by provider_ref for update) held
   where payment.rail = held.rail and payment.provider_ref = held.provider_ref`

export type OrderPayment = {
  playerId: number
  providerRef: string
  provider: string
  state: 'credited' | 'to_return' | 'returned'
  amountCents: number
  reversedCents: number
  bonusGrantCents: number
  paidAt: Date
  underWayCents: number
}

/** The payments of an order, oldest first. */
export const selectOrderPayments = (sql: Sql, orderId: string) => sql<OrderPayment[]>`
  select topup.player_id as "playerId", topup.provider_ref as "providerRef", topup.provider, topup.state,
         topup.amount_cents as "amountCents", topup.reversed_cents as "reversedCents",
         topup.bonus_grant_cents as "bonusGrantCents", topup.paid_at as "paidAt",
         coalesce((select amount_cents from cashier_refund refund
                    where refund.rail = topup.rail and refund.provider_ref = topup.provider_ref
                      and refund.status = 'asked'), 0)::bigint as "underWayCents"
    from cashier_order asked
    join cashier_topup topup on topup.player_id = asked.player_id and topup.order_id = asked.id
   where asked.id = ${orderId} and topup.rail = 'pix'
   order by topup.paid_at, topup.provider_ref`
