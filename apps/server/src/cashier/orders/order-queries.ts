import type { Sql, Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { insertInto } from '../../platform/db/insert.ts'

export type OrderStatus =
  | 'created'
  | 'open'
  | 'credited'
  | 'expired'
  | 'cancelled'
  | 'failed'
  | 'rejected'
  | 'partly_reversed'
  | 'reversed'

export type Order = {
  id: string
  payNo: string
  provider: string
  chargeRef: string
  playerId: number
  /** Null for an amount that the player chose. */
  packageId: string | null
  amountCents: number
  discountId: string | null
  discountCents: number
  wantsBonusGrant: boolean
  firstBonusGrantCents: number
  laterBonusGrantCents: number
  mainTimes: number
  bonusTimes: number
  status: OrderStatus
  brCode: string
  secondsLeft: number
}

/** Orders of these players that still wait for payment, newest first. Their accounts are locked. */
export const selectWaitingOrders = (sql: Sql, playerIds: readonly number[]) => sql<Order[]>`
  select id, pay_no as "payNo", provider, charge_ref as "chargeRef", player_id as "playerId", package_id as "packageId",
         amount_cents as "amountCents", discount_id as "discountId", discount_cents as "discountCents",
         wants_bonus_grant as "wantsBonusGrant", first_bonus_grant_cents as "firstBonusGrantCents",
         later_bonus_grant_cents as "laterBonusGrantCents", main_times as "mainTimes", bonus_times as "bonusTimes",
         status, br_code as "brCode", floor(extract(epoch from expires_at - now()))::int as "secondsLeft"
    from cashier_order
   where player_id = any(${playerIds}::bigint[]) and status in ('created', 'open') and expires_at > now()
     and rail = 'pix'
   order by created_at desc, id desc`

type OrderColumns = {
  ids: string[]
  payNos: string[]
  providers: string[]
  chargeRefs: string[]
  playerIds: number[]
  packageIds: (string | null)[]
  amounts: number[]
  discountIds: (string | null)[]
  discounts: number[]
  wantBonusGrants: boolean[]
  firstBonusGrants: number[]
  laterBonusGrants: number[]
  mainTimes: number[]
  bonusTimes: number[]
}

export const insertOrders = (tx: Tx, row: OrderColumns, lifeSeconds: number) => tx`
  insert into cashier_order (id, pay_no, provider, charge_ref, player_id, package_id, amount_cents, discount_id,
                             discount_cents, wants_bonus_grant,
                             first_bonus_grant_cents, later_bonus_grant_cents, main_times, bonus_times, expires_at, check_at)
  select id, pay_no, provider, charge_ref, player_id, package_id, amount, discount_id, discount, wants_bonus_grant, first_bonus_grant, later_bonus_grant,
         main_times, bonus_times, now() + make_interval(secs => ${lifeSeconds}), now() + interval '30 seconds'
    from unnest(${row.ids}::text[], ${row.payNos}::text[], ${row.providers}::text[], ${row.chargeRefs}::text[], ${row.playerIds}::bigint[],
                ${row.packageIds}::text[], ${row.amounts}::bigint[],
                ${row.discountIds}::text[], ${row.discounts}::bigint[], ${row.wantBonusGrants}::boolean[],
                ${row.firstBonusGrants}::bigint[], ${row.laterBonusGrants}::bigint[], ${row.mainTimes}::int[],
                ${row.bonusTimes}::int[])
      as row (id, pay_no, provider, charge_ref, player_id, package_id, amount, discount_id, discount, wants_bonus_grant, first_bonus_grant, later_bonus_grant,
              main_times, bonus_times)`

export const updateBonusChoices = (tx: Tx, ids: readonly string[], wantBonusGrants: readonly boolean[]) => tx`
  update cashier_order
     set wants_bonus_grant = choice.wants_bonus_grant
    from unnest(${ids}::text[], ${wantBonusGrants}::boolean[]) as choice (id, wants_bonus_grant)
   where cashier_order.id = choice.id`

export type OpenCharge = Pick<Order, 'id' | 'chargeRef'> & { brCode: string }

/** Stores charges that the bank has opened; an order that ended meanwhile stays unchanged. Locked by id. */
export const updateToOpen = (sql: Sql, charges: readonly OpenCharge[]) => sql`
  update cashier_order set status = 'open', br_code = charge.br_code
    from unnest(${charges.map(({ id }) => id)}::text[], ${charges.map(({ chargeRef }) => chargeRef)}::text[],
                ${charges.map(({ brCode }) => brCode)}::text[]) as charge (id, charge_ref, br_code)
    join (select id from cashier_order where id = any(${charges.map(({ id }) => id)}::text[])
           order by id for update) held using (id)
   where cashier_order.id = charge.id and cashier_order.charge_ref = charge.charge_ref
     and cashier_order.status = 'created'`

/**
 * Moves an order to another provider, with a new charge. Only an order whose code was never shown: then nobody can
 * pay the charge that the first provider may have opened. Answers whether it moved.
 */
export const updateProvider = async (
  sql: Sql,
  { id, chargeRef }: Pick<Order, 'id' | 'chargeRef'>,
  to: { provider: string; chargeRef: string },
): Promise<boolean> => {
  const rows = await sql<{ id: string }[]>`
    update cashier_order set provider = ${to.provider}, charge_ref = ${to.chargeRef}
     where id = ${id} and charge_ref = ${chargeRef} and status = 'created'
    returning id`
  return rows.length > 0
}

export const updateToFailed = (sql: Sql, { id, chargeRef }: Pick<Order, 'id' | 'chargeRef'>) => sql`
  update cashier_order set status = 'failed', check_at = null
   where id = ${id} and charge_ref = ${chargeRef} and status = 'created'`

export type OrderView = {
  id: string
  payNo: string
  playerId: number
  provider: string
  chargeRef: string
  status: OrderStatus
  isPast: boolean
  amountCents: number
  brCode: string
  secondsLeft: number
}

/** An order, as its player refers to it. */
export type OwnOrder = { playerId: number; orderId: string }

/** An order of this player. An order of another player is filtered in the query, so it takes as long as a missing one. */
export const selectOwnOrder = async (
  sql: Sql,
  { playerId, orderId }: OwnOrder,
): Promise<OrderView | undefined> => {
  const rows = await sql<OrderView[]>`
    select id, pay_no as "payNo", player_id as "playerId", provider, charge_ref as "chargeRef", status,
           expires_at <= now() as "isPast",
           amount_cents as "amountCents", br_code as "brCode",
           greatest(0, ceil(extract(epoch from expires_at - now())))::int as "secondsLeft"
      from cashier_order where id = ${orderId} and player_id = ${playerId}`
  return rows[0]
}

export const selectOrderByPayNo = async (sql: Sql, payNo: string): Promise<OrderView | undefined> => {
  const rows = await sql<OrderView[]>`
    select id, pay_no as "payNo", player_id as "playerId", provider, charge_ref as "chargeRef", status,
           expires_at <= now() as "isPast",
           amount_cents as "amountCents", br_code as "brCode",
           greatest(0, ceil(extract(epoch from expires_at - now())))::int as "secondsLeft"
      from cashier_order where pay_no = ${payNo}`
  return rows[0]
}

/**
 * Cancels an order that still waits; false if it does not. Its charge is checked again from a minute later
 * on.
 */
export const cancelWaitingOrder = async (sql: Sql, id: string): Promise<boolean> => {
  const rows = await sql<{ id: string }[]>`
    update cashier_order set status = 'cancelled', check_at = now() + interval '1 minute'
     where id = ${id} and status in ('created', 'open') and rail = 'pix'
    returning id`
  return rows.length > 0
}

/** Expires orders that are past their time and, as far as we know, unpaid. */
export const expireOrders = (sql: Sql) => sql<{ id: string }[]>`
  update cashier_order set status = 'expired', check_at = now()
   where status in ('created', 'open') and expires_at <= now() and rail = 'pix'
  returning id`

/** `isOver`: the order has ended, and so long ago that the bank accepts no payment of it any more. */
export type OrderToCheck = {
  id: string
  provider: string
  chargeRef: string
  status: OrderStatus
  isOver: boolean
}

/**
 * Claims orders whose charge is due for a check at the bank, and schedules the next one: every half minute
 * while the order waits, every five minutes if it was cancelled, once when the bank stops accepting payment,
 * then ever more rarely for three days, in case money comes late. The bank stops two minutes after an order's
 * time: a charge is opened at most that much later than its order.
 */
export const claimOrdersToCheck = (sql: Sql, max: number) => sql<OrderToCheck[]>`
  update cashier_order
     set check_at = case
           when expires_at > now() and status in ('created', 'open') then now() + interval '30 seconds'
           when expires_at > now() - interval '2 minutes'
             then least(now() + interval '5 minutes', expires_at + interval '2 minutes')
           when expires_at > now() - interval '1 hour' then now() + interval '5 minutes'
           when expires_at > now() - interval '3 days' then now() + interval '2 hours'
         end
   where id in (select id from cashier_order
                 where check_at <= now()
                 order by check_at
                 limit ${max}
                   for update skip locked)
  returning id, provider, charge_ref as "chargeRef", status,
            status in ('expired', 'cancelled') and expires_at <= now() - interval '2 minutes' as "isOver"`

/**
 * The PIX orders among these, by ascending id: to check at the bank now instead of at their scheduled time.
 */
export const selectOrdersToCheck = (sql: Sql, ids: readonly string[]) => sql<OrderToCheck[]>`
  select id, provider, charge_ref as "chargeRef", status,
         status in ('expired', 'cancelled') and expires_at <= now() - interval '2 minutes' as "isOver"
    from cashier_order
   where id = any(${ids}::text[]) and rail = 'pix'
   order by id`

/** Marks ended orders that the bank reports as unpaid and no longer payable: no payment is expected any more. */
export const updateToUnpaid = (sql: Sql, ids: readonly string[]) => sql`
  update cashier_order set unpaid_at = now()
   where id = any(${ids}::text[]) and status in ('expired', 'cancelled') and unpaid_at is null`

export type DiscountRow = { id: string; playerId: number; discountBps: number; endsAt: Date }

/** The discounts of these players that run now and are unused; the largest first. */
export const selectDiscounts = (sql: Sql, playerIds: readonly number[]) => sql<DiscountRow[]>`
  select id, player_id as "playerId", discount_bps as "discountBps", ends_at as "endsAt"
    from cashier_discount discount
   where player_id = any(${playerIds}::bigint[]) and starts_at <= now() and ends_at > now()
     and not exists (select from cashier_order
                      where cashier_order.discount_id = discount.id and cashier_order.is_discount_given)
   order by discount_bps desc, ends_at, id`

/** The discounts granted by these requests, each by its operator's own id. */
export const selectGrantedDiscounts = (
  tx: Tx,
  requests: readonly { playerId: number; requestId: string }[],
) => tx<GrantedDiscount[]>`
  select id, player_id as "playerId", request_id as "requestId", discount_bps as "discountBps",
         starts_at as "startsAt", ends_at as "endsAt"
    from cashier_discount
    join unnest(${requests.map(({ playerId }) => playerId)}::bigint[],
                ${requests.map(({ requestId }) => requestId)}::text[]) as asked (player_id, request_id)
   using (player_id, request_id)`

export type GrantedDiscount = {
  id: string
  playerId: number
  requestId: string
  discountBps: number
  startsAt: Date
  endsAt: Date
}

export const insertDiscounts = insertInto('cashier_discount', {
  id: 'text',
  playerId: 'bigint',
  requestId: 'text',
  discountBps: 'int',
  startsAt: 'timestamptz',
  endsAt: 'timestamptz',
})

/** The database's clock decides when a discount runs, so servers with other clocks agree. */
export const selectNow = async (tx: Tx): Promise<Date> => {
  const rows = await tx<{ now: Date }[]>`select now() as now`
  return present(rows[0], 'the time').now
}
