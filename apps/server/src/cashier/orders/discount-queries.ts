import type { Sql, Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/assert.ts'
import { insertInto } from '../../platform/db/insert.ts'

export type DiscountRow = { id: string; playerId: number; discountBps: number; endsAt: Date }

/** The discounts of these players that run now and were given with no top-up yet; the largest first. */
export const selectDiscounts = (sql: Sql, playerIds: readonly number[]) => sql<DiscountRow[]>`
  select id, player_id as "playerId", discount_bps as "discountBps", ends_at as "endsAt"
    from cashier_discount discount
   where player_id = any(${playerIds}::bigint[]) and starts_at <= now() and ends_at > now()
     and not exists (select from cashier_order
                      where cashier_order.discount_id = discount.id and cashier_order.is_discount_given)
   order by discount_bps desc, ends_at, id`

export const insertDiscounts = insertInto('cashier_discount', {
  id: 'text',
  playerId: 'bigint',
  discountBps: 'int',
  startsAt: 'timestamptz',
  endsAt: 'timestamptz',
})

/** The database's clock, which decides when a discount runs, whatever the servers' clocks say. */
export const selectNow = async (tx: Tx): Promise<Date> => {
  const rows = await tx<{ now: Date }[]>`select now() as now`
  return present(rows[0], 'the time').now
}

/** The highest price of a package that is sold. */
export const selectMaxPackage = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ maxCents: number }[]>`
    select coalesce(max(price_cents), 0)::bigint as "maxCents" from cashier_package where is_sold`
  return rows[0]?.maxCents ?? 0
}
