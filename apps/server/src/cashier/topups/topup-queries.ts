import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { Order } from './order-queries.ts'

/** Whose order a charge was opened for: never changes, so it may be read before the batch is held. */
export const selectOwners = (tx: Tx, txids: readonly string[]) => tx<{ txid: string; playerId: number }[]>`
  select txid, player_id as "playerId" from cashier_order where txid = any(${txids}::text[])`

/** An order that money came for; whether it is the bonus panel's. */
export type PaidOrder = Order & { isOfPanel: boolean }

/** The orders of these charges, locked by id. Their players' accounts are held. */
export const lockOrders = (tx: Tx, txids: readonly string[]) => tx<PaidOrder[]>`
  select id, pay_no as "payNo", txid, player_id as "playerId", package_id as "packageId",
         amount_cents as "amountCents", discount_id as "discountId", discount_cents as "discountCents",
         wants_bonus_grant as "wantsBonusGrant", first_bonus_grant_cents as "firstBonusGrantCents",
         later_bonus_grant_cents as "laterBonusGrantCents", main_times as "mainTimes", bonus_times as "bonusTimes",
         status, br_code as "brCode", floor(extract(epoch from expires_at - now()))::int as "secondsLeft",
         (select curreny = 'EXPPAY' from cashier_package where id = package_id) as "isOfPanel"
    from cashier_order
   where txid = any(${txids}::text[])
   order by id
     for update`

export type TopUpState = 'credited' | 'to_return' | 'returned'

export type TopUp = {
  e2eid: string
  orderId: string
  playerId: number
  amountCents: number
  bonusGrantCents: number
  reversedCents: number
  state: TopUpState
}

export const selectTopUps = (sql: Sql, e2eids: readonly string[]) => sql<TopUp[]>`
  select e2eid, order_id as "orderId", player_id as "playerId", amount_cents as "amountCents",
         bonus_grant_cents as "bonusGrantCents", reversed_cents as "reversedCents", state
    from cashier_topup where e2eid = any(${e2eids}::text[])`

export const lockTopUps = (tx: Tx, e2eids: readonly string[]) => tx<TopUp[]>`
  select e2eid, order_id as "orderId", player_id as "playerId", amount_cents as "amountCents",
         bonus_grant_cents as "bonusGrantCents", reversed_cents as "reversedCents", state
    from cashier_topup where e2eid = any(${e2eids}::text[])
   order by e2eid
     for update`

/** Which of these players had money credited before. */
export const selectPlayersWithTopUp = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from cashier_topup
   where player_id = any(${playerIds}::bigint[]) and is_first`

/** Which of these persons, by the SHA-256 of their CPF, had the bonus of a first top-up. */
export const selectGivenBonuses = (sql: Sql, cpfHashes: readonly string[]) => sql<{ cpfHash: string }[]>`
  select cpf_sha256 as "cpfHash" from cashier_given_bonus
   where cpf_sha256 = any(${cpfHashes}::text[]) and kind = 'first_topup'`

/** By ascending person, so that two lists at once never wait in a circle; whoever comes second breaks the key. */
export const insertGivenBonuses = insertInto(
  'cashier_given_bonus',
  { cpfSha256: 'text', kind: 'text', e2eid: 'text' },
  'order by 1',
)

export const insertTopUps = insertInto('cashier_topup', {
  e2eid: 'text',
  orderId: 'text',
  playerId: 'bigint',
  amountCents: 'bigint',
  bonusGrantCents: 'bigint',
  state: 'text',
  isFirst: 'boolean',
  payerSha256: 'text null',
  paidAt: 'timestamptz',
})

/** Money came for these orders, whatever state they were in; a charge is not asked about any more. */
export const updateToCredited = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_order set status = 'credited', credited_at = now(), check_at = null
   where id = any(${ids}::text[]) and credited_at is null`

export const updateToRejected = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_order set status = 'rejected', check_at = null
   where id = any(${ids}::text[]) and credited_at is null`

const unmatchedColumns = {
  e2eid: 'text',
  txid: 'text null',
  amountCents: 'bigint',
  paidAt: 'timestamptz',
} as const

/** Answers those that are new. */
export const insertUnmatchedPayments = insertInto<typeof unmatchedColumns, { e2eid: string }>(
  'cashier_unmatched_payment',
  unmatchedColumns,
  'on conflict (e2eid) do nothing returning e2eid',
)

export const selectReversals = (tx: Tx, e2eids: readonly string[]) => tx<
  { e2eid: string; refundId: string }[]
>`
  select e2eid, refund_id as "refundId" from cashier_reversal where e2eid = any(${e2eids}::text[])`

export type ReversalColumns = {
  e2eids: string[]
  refundIds: string[]
  amounts: number[]
  debts: number[]
  natures: string[]
}

export const insertReversals = (tx: Tx, row: ReversalColumns) => tx`
  with reversal as (
    insert into cashier_reversal (e2eid, refund_id, amount_cents, debt_cents, nature)
    select e2eid, refund_id, amount, debt, nature
      from unnest(${row.e2eids}::text[], ${row.refundIds}::text[], ${row.amounts}::bigint[],
                  ${row.debts}::bigint[], ${row.natures}::text[])
        as row (e2eid, refund_id, amount, debt, nature)
    returning e2eid, amount_cents
  )
  update cashier_topup topup set reversed_cents = topup.reversed_cents + taken.cents
    from (select e2eid, sum(amount_cents) as cents from reversal group by e2eid) as taken
   where topup.e2eid = taken.e2eid`

/** Orders of reversed top-ups say how much of them is left. */
export const updateReversedOrders = (tx: Tx, ids: readonly string[]) => tx`
  update cashier_order
     set status = case when sums.reversed = sums.paid then 'reversed' else 'partly_reversed' end
    from (select order_id, sum(amount_cents) as paid, sum(reversed_cents) as reversed
            from cashier_topup where order_id = any(${ids}::text[]) and state = 'credited'
           group by order_id) as sums
   where cashier_order.id = sums.order_id and sums.reversed > 0`

export type TopUpToReturn = { e2eid: string; amountCents: number }

export const claimTopUpsToReturn = (sql: Sql, max: number) => sql<TopUpToReturn[]>`
  update cashier_topup set try_at = now() + interval '1 minute'
   where e2eid in (select e2eid from cashier_topup
                    where state = 'to_return' and try_at <= now()
                    order by try_at
                    limit ${max}
                      for update skip locked)
  returning e2eid, amount_cents as "amountCents"`

export const updateToReturned = (sql: Sql, e2eid: string) => sql`
  update cashier_topup set state = 'returned' where e2eid = ${e2eid} and state = 'to_return'`

export type CashSums = { payAmountCents: number; paySumCents: number; wdSumCents: number }

/** The last top-up, all top-ups and all withdrawals of each player; what the bank took back does not count. */
export const selectCashSums = (sql: Sql, playerIds: readonly number[]) => sql<
  (CashSums & { playerId: number })[]
>`
  select player.id as "playerId",
         coalesce((select amount_cents from cashier_topup
                    where player_id = player.id and state = 'credited'
                    order by created_at desc, e2eid limit 1), 0)::bigint as "payAmountCents",
         coalesce((select sum(amount_cents - reversed_cents) from cashier_topup
                    where player_id = player.id and state = 'credited'), 0)::bigint as "paySumCents",
         coalesce((select sum(amount_cents) from cashier_withdrawal
                    where player_id = player.id and status = 'paid'), 0)::bigint as "wdSumCents"
    from unnest(${playerIds}::bigint[]) as player (id)`

/** What these players topped up from one moment until another, less what the bank took back. */
export const selectTopUpsBetween = (sql: Sql, playerIds: readonly number[], from: Date, until: Date) => sql<
  { playerId: number; cents: number }[]
>`
  select player_id as "playerId", sum(amount_cents - reversed_cents)::bigint as cents
    from cashier_topup
   where player_id = any(${playerIds}::bigint[]) and state = 'credited'
     and created_at >= ${from}::timestamptz and created_at < ${until}::timestamptz
   group by player_id`

/** Who paid these players' top-ups, and the keys they are paid out to. */
export const selectPayTraits = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; kind: 'payer' | 'payout_key'; value: string }[]
>`
  select distinct player_id as "playerId", 'payer' as kind, payer_sha256 as value
    from cashier_topup where player_id = any(${playerIds}::bigint[]) and payer_sha256 is not null
   union all
  select player_id, 'payout_key', pay_card_no
    from cashier_payout_details where player_id = any(${playerIds}::bigint[])`
