import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { RailName } from '../rails/payment-gateway.ts'
import type { Order } from './order-queries.ts'

/** A rail and its provider: the source of a payment. */
type Source = { rail: RailName; provider: string }

/**
 * The owners of the orders behind these charges. They never change, so they may be read before the accounts are
 * locked.
 */
export const selectOwners = (tx: Tx, { rail, provider }: Source, chargeRefs: readonly string[]) => tx<
  { chargeRef: string; playerId: number }[]
>`
  select charge_ref as "chargeRef", player_id as "playerId" from cashier_order
   where rail = ${rail} and provider = ${provider} and charge_ref = any(${chargeRefs}::text[])`

/** A paid order, whether it belongs to the bonus panel, and whether another order has used its discount. */
export type PaidOrder = Order & { isOfPanel: boolean; expiresAt: Date; isDiscountUsed: boolean }

/** The orders of these charges, locked by id. Their players' accounts are locked. */
export const lockOrders = (tx: Tx, { rail, provider }: Source, chargeRefs: readonly string[]) => tx<
  PaidOrder[]
>`
  select id, pay_no as "payNo", provider, charge_ref as "chargeRef", player_id as "playerId", package_id as "packageId",
         amount_cents as "amountCents", discount_id as "discountId", discount_cents as "discountCents",
         wants_bonus_grant as "wantsBonusGrant", first_bonus_grant_cents as "firstBonusGrantCents",
         later_bonus_grant_cents as "laterBonusGrantCents", main_times as "mainTimes", bonus_times as "bonusTimes",
         status, br_code as "brCode", floor(extract(epoch from expires_at - now()))::int as "secondsLeft",
         coalesce((select curreny = 'EXPPAY' from cashier_package where id = package_id), false) as "isOfPanel",
         expires_at as "expiresAt",
         exists (select from cashier_order other
                  where other.discount_id = cashier_order.discount_id and other.id <> cashier_order.id
                    and other.is_discount_given) as "isDiscountUsed"
    from cashier_order
   where rail = ${rail} and provider = ${provider} and charge_ref = any(${chargeRefs}::text[])
   order by id
     for update of cashier_order`

export type TopUpState = 'credited' | 'to_return' | 'returned'

export type TopUp = {
  provider: string
  providerRef: string
  orderId: string
  playerId: number
  amountCents: number
  bonusGrantCents: number
  reversedCents: number
  state: TopUpState
}

export const selectTopUps = (sql: Sql, rail: RailName, providerRefs: readonly string[]) => sql<TopUp[]>`
  select provider, provider_ref as "providerRef", order_id as "orderId", player_id as "playerId", amount_cents as "amountCents",
         bonus_grant_cents as "bonusGrantCents", reversed_cents as "reversedCents", state
    from cashier_topup where rail = ${rail} and provider_ref = any(${providerRefs}::text[])`

export const lockTopUps = (tx: Tx, rail: RailName, providerRefs: readonly string[]) => tx<TopUp[]>`
  select provider, provider_ref as "providerRef", order_id as "orderId", player_id as "playerId", amount_cents as "amountCents",
         bonus_grant_cents as "bonusGrantCents", reversed_cents as "reversedCents", state
    from cashier_topup where rail = ${rail} and provider_ref = any(${providerRefs}::text[])
   order by provider_ref
     for update`

/**
 * Deposits of these players today, this week (from Monday on) and this month (America/Sao_Paulo), gross, with those
 * still expected, over every rail. One statement, so no money is missed while it changes state. An order can bring
 * money while it is open, and after its end until the bank has reported it unpaid; not if its code was never shown.
 * The bank is checked until `check_at` is null, and accepts nothing afterwards. USDT in a block that is not deep
 * enough yet counts at its rate, or the greater of the rate shown to the player and the last quote. A priced transfer
 * without an order counts however old it is: it waits for an operator and will be credited. One without a price that
 * is older than a day waits for another policy or an operator, and counts once it is credited.
 */
export const selectDeposited = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; day: number; week: number; month: number }[]
>`
  select player_id as "playerId",
         coalesce(sum(cents) filter (where at >= span.day), 0)::bigint as day,
         coalesce(sum(cents) filter (where at >= span.week), 0)::bigint as week,
         coalesce(sum(cents) filter (where at >= span.month), 0)::bigint as month
    from (select date_trunc('day', now(), 'America/Sao_Paulo') as day,
                 date_trunc('week', now(), 'America/Sao_Paulo') as week,
                 date_trunc('month', now(), 'America/Sao_Paulo') as month) as span
   cross join lateral (
         select player_id, amount_cents as cents, created_at as at
           from cashier_topup
          where player_id = any(${playerIds}::bigint[]) and state = 'credited'
            and created_at >= least(span.week, span.month)
          union all
         select player_id, amount_cents, now()
           from cashier_order
          where player_id = any(${playerIds}::bigint[])
            and (status in ('created', 'open')
                 or status in ('expired', 'cancelled') and br_code <> '' and unpaid_at is null
                    and check_at is not null)
          union all
         select player_id,
                floor(case when rate_e4 is not null
                           then (micros - rest_micros)::numeric * rate_e4 + rest_micros::numeric * coalesce(rest_rate_e4, 0)
                           else micros::numeric * greatest(
                             (select rate_e4 from cashier_usdt_quote order by id desc limit 1),
                             (select max(rate_e4) from cashier_usdt_topup_rate shown
                               where shown.player_id = transfer.player_id and holds_until >= transfer.block_at), 0) end
                      / 100000000), now()
           from cashier_usdt_transfer transfer
          where player_id = any(${playerIds}::bigint[]) and status = 'seen' and order_id is null
            and (rate_e4 is not null or seen_at > now() - interval '1 day')) as moved
   group by player_id`

/**
 * Top-ups of these players by day between two days, inclusive (America/Sao_Paulo): the sum, how many came
 * within an hour after the one before, and how many orders expired, failed or were rejected. Days without any
 * are left out.
 */
export const selectTopUpDays = (
  sql: Sql,
  playerIds: readonly number[],
  { from, until }: { from: string; until: string },
) => sql<
  { playerId: number; day: string; depositedCents: number; depositsAgain: number; failedDeposits: number }[]
>`
  select player_id as "playerId", (at at time zone 'America/Sao_Paulo')::date::text as day,
         coalesce(sum(cents), 0)::bigint as "depositedCents",
         count(*) filter (where at - before <= interval '1 hour')::int as "depositsAgain",
         count(*) filter (where cents is null)::int as "failedDeposits"
    from (select ${from}::date::timestamp at time zone 'America/Sao_Paulo' as starts_at,
                 (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo' as ends_at) as span
   cross join lateral (
         select player_id, created_at as at, amount_cents as cents,
                lag(created_at) over (partition by player_id order by created_at) as before
           from cashier_topup
          where player_id = any(${playerIds}::bigint[]) and state = 'credited'
            and created_at >= span.starts_at - interval '1 hour' and created_at < span.ends_at
          union all
         select player_id, created_at, null, null
           from cashier_order
          where player_id = any(${playerIds}::bigint[]) and status in ('expired', 'failed', 'rejected')
            and created_at >= span.starts_at and created_at < span.ends_at) as tried
   where at >= span.starts_at
   group by 1, 2`

/** The players who had money credited before. */
export const selectPlayersWithTopUp = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from cashier_topup
   where player_id = any(${playerIds}::bigint[]) and is_first`

/** The persons, by SHA-256 of the CPF, who got the bonus of a first top-up. */
export const selectGivenBonuses = (sql: Sql, cpfHashes: readonly string[]) => sql<{ cpfHash: string }[]>`
  select cpf_sha256 as "cpfHash" from cashier_given_bonus
   where cpf_sha256 = any(${cpfHashes}::text[]) and kind = 'first_topup'`

/**
 * Serialises orders that promise gifts of first top-ups, so each sees the promises before it. Taken after the
 * players' accounts.
 */
export const lockFirstGifts = (tx: Tx) => tx`
  select pg_advisory_xact_lock(hashtextextended('cashier:first_gifts', 0))`

/**
 * Gifts of first top-ups: granted today (America/Sao_Paulo), granted in the last days including today, and promised
 * by orders that may still be paid: open ones, and ended ones not yet reported unpaid. Only one of a player's orders
 * will be granted it, so only the largest counts.
 */
export type FirstGifts = { todayCents: number; recentCents: number; promisedCents: number }

export const selectFirstGifts = async (sql: Sql, days: number): Promise<FirstGifts> => {
  const rows = await sql<FirstGifts[]>`
    select given.today as "todayCents", given.recent as "recentCents",
           (select coalesce(sum(cents), 0)::bigint
              from (select max(first_bonus_grant_cents) as cents
                      from (select player_id, wants_bonus_grant, first_bonus_grant_cents, later_bonus_grant_cents
                              from cashier_order where status in ('created', 'open')
                             union all
                            select player_id, wants_bonus_grant, first_bonus_grant_cents, later_bonus_grant_cents
                              from cashier_order
                             where status in ('expired', 'cancelled') and br_code <> '' and unpaid_at is null
                               and check_at is not null) as waiting
                     where wants_bonus_grant
                       and first_bonus_grant_cents > 0 and first_bonus_grant_cents <> later_bonus_grant_cents
                       and not exists (select from cashier_topup
                                        where player_id = waiting.player_id and is_first)
                     group by player_id) as promises) as "promisedCents"
      from (select coalesce(sum(gift.first_bonus_grant_cents) filter (
                     where given.given_at >= date_trunc('day', now(), 'America/Sao_Paulo')), 0)::bigint as today,
                   coalesce(sum(gift.first_bonus_grant_cents), 0)::bigint as recent
              from cashier_given_bonus given
              join cashier_topup topup on topup.rail = given.rail and topup.provider_ref = given.provider_ref
              join cashier_order gift on gift.id = topup.order_id
             where given.kind = 'first_topup'
               and given.given_at >= date_trunc('day', now(), 'America/Sao_Paulo')
                                     - make_interval(days => ${days - 1})) as given`
  return present(rows[0], 'the sums')
}

/** Gifts of first top-ups by day (America/Sao_Paulo), the last day first: their number and cost. */
export const selectFirstGiftDays = (sql: Sql, max: number) => sql<
  { day: string; gifts: number; cents: number }[]
>`
  select (given.given_at at time zone 'America/Sao_Paulo')::date::text as day, count(*)::int as gifts,
         sum(gift.first_bonus_grant_cents)::bigint as cents
    from cashier_given_bonus given
    join cashier_topup topup on topup.rail = given.rail and topup.provider_ref = given.provider_ref
    join cashier_order gift on gift.id = topup.order_id
   where given.kind = 'first_topup'
     and given.given_at >= date_trunc('day', now(), 'America/Sao_Paulo') - make_interval(days => ${max})
   group by 1
   order by 1 desc`

/**
 * Inserted by ascending person, so that two lists cannot deadlock; the second one for a person violates the unique
 * key.
 */
export const insertGivenBonuses = insertInto(
  'cashier_given_bonus',
  { cpfSha256: 'text', kind: 'text', rail: 'text', providerRef: 'text' },
  'order by 1',
)

export const insertTopUps = insertInto('cashier_topup', {
  rail: 'text',
  provider: 'text',
  providerRef: 'text',
  orderId: 'text',
  playerId: 'bigint',
  amountCents: 'bigint',
  bonusGrantCents: 'bigint',
  state: 'text',
  isFirst: 'boolean',
  came: 'text null',
  payerSha256: 'text null',
  paidAt: 'timestamptz',
})

/** Marks orders as credited, from any state; their charges are not checked any more. */
export const updateToCredited = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_order set status = 'credited', credited_at = now(), check_at = null
   where id = any(${ids}::text[]) and credited_at is null`

/** Marks discounts as used by these orders. */
export const updateToDiscountGiven = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_order set is_discount_given = true where id = any(${ids}::text[])`

export const updateToRejected = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_order set status = 'rejected', check_at = null
   where id = any(${ids}::text[]) and credited_at is null`

const unmatchedColumns = {
  rail: 'text',
  provider: 'text',
  providerRef: 'text',
  chargeRef: 'text null',
  amountCents: 'bigint',
  paidAt: 'timestamptz',
} as const

/** Answers the new ones. */
export const insertUnmatchedPayments = insertInto<typeof unmatchedColumns, { providerRef: string }>(
  'cashier_unmatched_payment',
  unmatchedColumns,
  'on conflict (rail, provider_ref) do nothing returning provider_ref as "providerRef"',
)

export const selectReversals = (tx: Tx, rail: RailName, providerRefs: readonly string[]) => tx<
  { providerRef: string; refundId: string }[]
>`
  select provider_ref as "providerRef", refund_id as "refundId" from cashier_reversal
   where rail = ${rail} and provider_ref = any(${providerRefs}::text[])`

export type ReversalColumns = {
  rail: RailName
  providerRefs: string[]
  refundIds: string[]
  amounts: number[]
  debts: number[]
  natures: string[]
}

export const insertReversals = (tx: Tx, row: ReversalColumns) => tx`
  with reversal as (
    insert into cashier_reversal (rail, provider_ref, refund_id, amount_cents, debt_cents, nature)
    select ${row.rail}, provider_ref, refund_id, amount, debt, nature
      from unnest(${row.providerRefs}::text[], ${row.refundIds}::text[], ${row.amounts}::bigint[],
                  ${row.debts}::bigint[], ${row.natures}::text[])
        as row (provider_ref, refund_id, amount, debt, nature)
    returning rail, provider_ref, amount_cents
  )
  update cashier_topup topup set reversed_cents = topup.reversed_cents + taken.cents
    from (select rail, provider_ref, sum(amount_cents) as cents from reversal group by rail, provider_ref) as taken
   where topup.rail = taken.rail and topup.provider_ref = taken.provider_ref`

/** Sets the status of these orders to reversed or partly reversed; an order without a reversal stays. */
export const updateReversedOrders = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_order
     set status = case when sums.reversed = sums.paid then 'reversed' else 'partly_reversed' end
    from (select order_id, sum(topup.amount_cents) as paid, sum(reversed_cents) as reversed
            from cashier_order asked
            join cashier_topup topup on topup.player_id = asked.player_id and topup.order_id = asked.id
           where asked.id = any(${ids}::text[]) and state = 'credited'
           group by order_id) as sums
   where cashier_order.id = sums.order_id and sums.reversed > 0`

export type TopUpToReturn = {
  rail: RailName
  provider: string
  providerRef: string
  amountCents: number
  returnTry: number
}

export const claimTopUpsToReturn = (sql: Sql, max: number) => sql<TopUpToReturn[]>`
  update cashier_topup set try_at = now() + interval '1 minute'
   where (rail, provider_ref) in (select rail, provider_ref from cashier_topup
                                   where state = 'to_return' and try_at <= now()
                                   order by try_at
                                   limit ${max}
                                     for update skip locked)
  returning rail, provider, provider_ref as "providerRef", amount_cents as "amountCents", return_try as "returnTry"`

/** The refund failed: schedules a retry in an hour, under a new id where the bank has used this one up. */
export const putOffReturn = (tx: Tx, { rail, providerRef }: TopUpToReturn, isIdUsed: boolean) => tx`
  update cashier_topup
     set try_at = now() + interval '1 hour', return_try = return_try + ${isIdUsed ? 1 : 0}
   where rail = ${rail} and provider_ref = ${providerRef} and state = 'to_return'`

/** Third-party payments that went back to their payers whole, by us or by the bank on its own. Locked by reference. */
export const updateToReturned = (
  sql: Sql,
  { rail, provider }: Source,
  providerRefs: readonly string[],
) => sql`
  update cashier_topup topup set state = 'returned'
    from (select rail, provider_ref from cashier_topup
           where rail = ${rail} and provider = ${provider} and provider_ref = any(${providerRefs}::text[])
             and state = 'to_return'
           order by provider_ref for update) held
   where topup.rail = held.rail and topup.provider_ref = held.provider_ref`

export type CashSums = { payAmountCents: number; paySumCents: number; wdSumCents: number }

/**
 * The last top-up as received, all top-ups less reversals, and all paid withdrawals of each player, in cents.
 */
export const selectCashSums = (sql: Sql, playerIds: readonly number[]) => sql<
  (CashSums & { playerId: number })[]
>`
  select player.id as "playerId",
         coalesce((select amount_cents from cashier_topup
                    where player_id = player.id and state = 'credited'
                    order by created_at desc, provider_ref limit 1), 0)::bigint as "payAmountCents",
         coalesce((select sum(amount_cents - reversed_cents) from cashier_topup
                    where player_id = player.id and state = 'credited'), 0)::bigint as "paySumCents",
         coalesce((select sum(amount_cents) from cashier_withdrawal
                    where player_id = player.id and status = 'paid'), 0)::bigint as "wdSumCents"
    from unnest(${playerIds}::bigint[]) as player (id)`

/** Top-ups of these players between two moments, less reversals. */
export const selectTopUpsBetween = (sql: Sql, playerIds: readonly number[], from: Date, until: Date) => sql<
  { playerId: number; cents: number }[]
>`
  select player_id as "playerId", sum(amount_cents - reversed_cents)::bigint as cents
    from cashier_topup
   where player_id = any(${playerIds}::bigint[]) and state = 'credited'
     and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz
   group by player_id`

/** The payers of these players' top-ups, and the keys of their payouts. */
export const selectPayTraits = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; kind: 'payer' | 'payout_key'; value: string }[]
>`
  select distinct player_id as "playerId", 'payer' as kind, payer_sha256 as value
    from cashier_topup where player_id = any(${playerIds}::bigint[]) and payer_sha256 is not null
   union all
  select player_id, 'payout_key', pay_card_no
    from cashier_payout_details where player_id = any(${playerIds}::bigint[])`
