import type { Sql, Tx } from '../../platform/db/index.ts'
import { openSettings } from '../../platform/settings.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { cashierSettingsDefinition, type Wagering } from '../settings.ts'
import {
  type DiscountRule,
  insertDiscountRules,
  type PackageRow,
  type PackageRule,
  type PaidPrices,
  selectDiscountRules,
  selectPackageRules,
  selectRunningDiscounts,
} from './package-queries.ts'
import {
  type BonusGrants,
  costsItsDiscount,
  discounted,
  hasOwnFirstBonus,
  isOfMainList,
  wageringOf,
} from './rules.ts'

type Terms = Pick<CompliancePolicy, 'terms'>

/** The days of a plan: its first day, and the first day after it (null if it has no end). */
export type Period = { startsOn: string; endsOn: string | null }

/** The rules in force on any day of a period. `dated` is ordered by start day. */
export function heldIn<Rule extends { startsOn: string }>(
  dated: readonly Rule[],
  { startsOn: first, endsOn }: Period,
): Rule[] {
  const since = dated.findLast(({ startsOn }) => startsOn <= first)?.startsOn
  return dated.filter(
    ({ startsOn }) => startsOn === since || (startsOn > first && (endsOn === null || startsOn < endsOn)),
  )
}

/** The largest value for each price. */
const largestByPrice = <Rule extends { priceCents: number }>(
  rules: readonly Rule[],
  of: (rule: Rule) => number,
): ReadonlyMap<number, number> =>
  new Map(
    [...Map.groupBy(rules, ({ priceCents }) => priceCents)].map(([price, same]) => [
      price,
      Math.max(...same.map(of)),
    ]),
  )

/**
 * The first invalid discount, as its place and the invalid field: its price is not sold on any of its days, or the
 * discount and the largest gift of these days are worth more than wagering both costs. Undefined if all are valid.
 */
export function unfitDiscount(
  rules: readonly DiscountRule[],
  { wagering, giftsCents }: { wagering: Wagering; giftsCents: ReadonlyMap<number, number> },
): { at: number; what: 'price' | 'discount' } | undefined {
  for (const [at, rule] of rules.entries()) {
    const giftCents = giftsCents.get(rule.priceCents)
    // A discount of zero at a price that is not sold is harmless: the list may keep it.
    if (giftCents === undefined && rule.discountBps > 0) return { at, what: 'price' }
    if (rule.discountBps > 0 && !costsItsDiscount(rule, giftCents ?? 0, wagering))
      return { at, what: 'discount' }
  }
  return undefined
}

/** The same with the settings in force and the packages sold on the days of the plan. */
export async function readUnfitDiscount(
  sql: Sql,
  policy: Terms,
  { rules, ...period }: Period & { rules: readonly DiscountRule[] },
) {
  const [inForce, packages] = await Promise.all([
    openSettings(cashierSettingsDefinition).read(sql),
    selectPackageRules(sql),
  ])
  // A policy without gifts grants no discounts, whatever is planned: the bounds of one with gifts apply.
  const wagering = policy.terms.grantsGifts
    ? wageringOf({ curreny: 'BRL' }, inForce, policy)
    : inForce.wagering
  return unfitDiscount(rules, {
    wagering,
    giftsCents: largestByPrice(heldIn(packages, period), (one: PackageRule) => one.laterBonusGrantCents),
  })
}

/** Writes the discounts from a day on. Orders that are open by then keep their prices. */
export const planDiscounts = (
  tx: Tx,
  { startsOn, rules }: { startsOn: string; rules: readonly DiscountRule[] },
) =>
  insertDiscountRules(
    tx,
    rules.map((rule) => ({ startsOn, ...rule })),
  )

/** The largest planned discount of each price on the days of a period. */
export const readLargestDiscounts = async (sql: Sql, period: Period) =>
  largestByPrice(heldIn(await selectDiscountRules(sql), period), ({ discountBps }) => discountBps)

/** Today's planned discounts by price; none where the policy forbids gifts or promotions. */
export async function readRunningDiscounts(sql: Sql, { terms }: Terms): Promise<ReadonlyMap<number, number>> {
  if (!terms.grantsGifts || !terms.givesPromotions) return new Map()
  return new Map((await selectRunningDiscounts(sql)).map((one) => [one.priceCents, one.discountBps]))
}

type Bought = Pick<PackageRow, 'curreny' | 'priceCents'> & { id: string | null }

/**
 * What a planned discount takes off now, in cents. Zero for a first top-up at a price with its own first gift, and zero
 * if it is worth more than wagering it costs: gifts and settings may have changed since it was planned.
 */
export function runningDiscountCents(
  running: ReadonlyMap<number, number>,
  bought: Bought,
  { grants, isFirst, wagering }: { grants: BonusGrants; isFirst: boolean; wagering: Wagering },
): number {
  const { id, priceCents } = bought
  const rule = { priceCents, discountBps: running.get(priceCents) ?? 0 }
  if (id === null || rule.discountBps === 0 || !isOfMainList(bought)) return 0
  if (isFirst && hasOwnFirstBonus(grants)) return 0
  if (!costsItsDiscount(rule, grants.laterBonusGrantCents, wagering)) return 0
  return discounted(priceCents, rule.discountBps).discountCents
}

/** What these rules would have taken off these top-ups. */
export function replayDiscountsCents(paid: readonly PaidPrices[], rules: readonly DiscountRule[]): number {
  const bpsOf = new Map(rules.map(({ priceCents, discountBps }) => [priceCents, discountBps]))
  return paid.reduce(
    (sum, { priceCents, count }) =>
      sum + count * discounted(priceCents, bpsOf.get(priceCents) ?? 0).discountCents,
    0,
  )
}
