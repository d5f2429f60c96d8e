import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

export type PackageRow = {
  id: string
  curreny: 'BRL' | 'EXTPAY' | 'BTBRL' | 'FCBRL' | 'INSBRL' | 'EXPPAY' | ''
  priceCents: number
  bonusGrantCents: number
  sort: number
}

/** The bonus grants of a price of the main list: at a first top-up, and at later ones. */
export type PackageRule = { priceCents: number; firstBonusGrantCents: number; laterBonusGrantCents: number }

/** Everything sold today with its bonuses: the main list by the rules in force today, the rest by its rows. */
export const selectPackages = (sql: Sql) => sql<PackageRow[]>`
  with held as (
    select price_cents, first_bonus_grant_cents, later_bonus_grant_cents, sort
      from cashier_package_rule
     where starts_on = (select max(starts_on) from cashier_package_rule
                         where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)
  )
  select id, curreny, price_cents as "priceCents", bonus_grant_cents as "bonusGrantCents", sort from (
    select id, curreny, price_cents, 0::bigint as bonus_grant_cents, held.sort
      from held join cashier_package using (price_cents) where curreny in ('BRL', 'EXTPAY', '')
    union all
    select 'first-' || price_cents / 100, 'FCBRL', price_cents, first_bonus_grant_cents, sort
      from held where first_bonus_grant_cents > 0
    union all
    select 'later-' || price_cents / 100, 'BTBRL', price_cents, later_bonus_grant_cents, sort
      from held where later_bonus_grant_cents > 0
    union all
    select id, curreny, price_cents, bonus_grant_cents, sort
      from cashier_package where is_sold and curreny in ('INSBRL', 'EXPPAY')
  ) sold
   order by sort, id`

/** The highest price of a package, now or planned. */
export const selectMaxPackage = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ maxCents: number }[]>`
    select greatest(
             (select coalesce(max(price_cents), 0) from cashier_package where is_sold),
             (select coalesce(max(price_cents), 0) from cashier_package_rule
               where starts_on >= (select max(starts_on) from cashier_package_rule
                                    where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)))::bigint as "maxCents"`
  return rows[0]?.maxCents ?? 0
}

/** The rules of the main list by start day and price. */
export const selectPackageRules = (sql: Sql) => sql<(PackageRule & { startsOn: string })[]>`
  select starts_on::text as "startsOn", price_cents as "priceCents", first_bonus_grant_cents as "firstBonusGrantCents",
         later_bonus_grant_cents as "laterBonusGrantCents"
    from cashier_package_rule order by starts_on, price_cents`

export const insertPackageRules = insertInto('cashier_package_rule', {
  startsOn: 'date',
  priceCents: 'bigint',
  firstBonusGrantCents: 'bigint',
  laterBonusGrantCents: 'bigint',
  sort: 'int',
})

/**
 * Inserts packages for prices that are new to the main list. Their rows are not for sale: servers of an older
 * version, which ignore rules, read the rows.
 */
export const insertMissingPackages = (tx: Tx, pricesCents: readonly number[]) => tx`
  insert into cashier_package (id, curreny, price_cents, sort, is_sold)
  select 'brl-' || price / 100, 'BRL', price, 0, false
    from unnest(${pricesCents}::bigint[]) as price
   where not exists (select from cashier_package where curreny in ('BRL', 'EXTPAY', '') and price_cents = price)
  on conflict do nothing`

/** Deletes the rules of a future day; the database refuses any other. */
export const deletePackageRules = (tx: Tx, days: readonly string[]) => tx`
  delete from cashier_package_rule where starts_on = any(${days}::date[])`

/** Past top-ups of one price, counted separately for first and later top-ups. */
export type BoughtPackages = { priceCents: number; isFirst: boolean; count: number }

/**
 * Packages of the main list that were paid in the last days by players who wanted the bonus and qualified for it:
 * paid with the exact amount, as the first payment of the order, and not as the first top-up of a person who got that
 * bonus with another account.
 */
export const selectBoughtPackages = (sql: Sql, days: number) => sql<BoughtPackages[]>`
  select package.price_cents as "priceCents", topup.is_first as "isFirst", count(*)::int as count
    from cashier_topup topup
    join cashier_order orders on orders.id = topup.order_id
    join cashier_package package on package.id = orders.package_id
   where topup.paid_at >= now() - make_interval(days => ${days}::int) and topup.state = 'credited'
     and (topup.came is null or topup.came in ('late', 'discount_used')) and orders.wants_bonus_grant
     and package.curreny in ('BRL', 'EXTPAY', '')
     and not (topup.is_first and topup.bonus_grant_cents = 0 and orders.first_bonus_grant_cents > 0)
   group by package.price_cents, topup.is_first`

/** The planned discount on a price of the main list, in hundredths of a percent. */
export type DiscountRule = { priceCents: number; discountBps: number }

/** The planned discounts of the main list by start day and price; a price without a discount has 0. */
export const selectDiscountRules = (sql: Sql) => sql<(DiscountRule & { startsOn: string })[]>`
  select starts_on::text as "startsOn", price_cents as "priceCents", discount_bps as "discountBps"
    from cashier_discount_rule order by starts_on, price_cents`

/** The discounts that run today. */
export const selectRunningDiscounts = (sql: Sql) => sql<DiscountRule[]>`
  select price_cents as "priceCents", discount_bps as "discountBps" from cashier_discount_rule
   where discount_bps > 0
     and starts_on = (select max(starts_on) from cashier_discount_rule
                       where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)`

export const insertDiscountRules = insertInto('cashier_discount_rule', {
  startsOn: 'date',
  priceCents: 'bigint',
  discountBps: 'int',
})

/** Deletes the rules of a future day; the database refuses any other. */
export const deleteDiscountRules = (tx: Tx, days: readonly string[]) => tx`
  delete from cashier_discount_rule where starts_on = any(${days}::date[])`

export type PaidPrices = { priceCents: number; count: number }

/**
 * How often each price of the main list was paid in the last days with the exact amount, as the first payment
 * of its order. Without first top-ups at a price with its own first gift: no planned discount applies to
 * those.
 */
export const selectPaidPrices = (sql: Sql, days: number) => sql<PaidPrices[]>`
  select package.price_cents as "priceCents", count(*)::int as count
    from cashier_topup topup
    join cashier_order orders on orders.id = topup.order_id
    join cashier_package package on package.id = orders.package_id
   where topup.paid_at >= now() - make_interval(days => ${days}::int) and topup.state = 'credited'
     and (topup.came is null or topup.came in ('late', 'discount_used'))
     and package.curreny in ('BRL', 'EXTPAY', '')
     and not (topup.is_first and orders.first_bonus_grant_cents > 0
              and orders.first_bonus_grant_cents <> orders.later_bonus_grant_cents)
   group by package.price_cents`
