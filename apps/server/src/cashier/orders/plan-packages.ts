import type { Sql, Tx } from '../../platform/db/index.ts'
import { openSettings } from '../../platform/settings.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { cashierSettingsDefinition, type Wagering } from '../settings.ts'
import {
  type BoughtPackages,
  insertMissingPackages,
  insertPackageRules,
  type PackageRule,
  selectMaxPackage,
  selectPackageRules,
} from './package-queries.ts'
import { type Period, readLargestDiscounts } from './plan-discounts.ts'
import { costsItsDiscount, costsItsGift, wageringOf } from './rules.ts'

/** As many as fit on the top-up page. */
const MAX_PACKAGES = 24

/** The bounds of a plan: how often money is wagered, the highest price, and the largest first gift of each price so far. */
type Bounds = {
  wagering: Wagering
  maxPriceCents: number
  firstGivenCents: ReadonlyMap<number, number>
  /** The planned discounts of these days by price, in hundredths of a percent; each is bounded together with the gift. */
  discountsBps: ReadonlyMap<number, number>
}

/**
 * The first invalid rule of a main list, as its place and the invalid field; undefined if all are valid. A gift of a
 * later top-up is never worth more than wagering it costs. The same holds for a gift of a first top-up, except where its
 * price already had one as large: these come once per person and are bounded by day, so a plan may keep or lower them.
 */
export function unfitPackage(
  rules: readonly PackageRule[],
  { wagering, maxPriceCents, firstGivenCents, discountsBps }: Bounds,
): { at: number; what: 'price' | 'first' | 'later' } | undefined {
  if (rules.length === 0 || rules.length > MAX_PACKAGES) return { at: 0, what: 'price' }
  for (const [at, { priceCents, firstBonusGrantCents, laterBonusGrantCents }] of rules.entries()) {
    const isNext = priceCents > (rules[at - 1]?.priceCents ?? 0)
    if (!isNext || priceCents % 100 !== 0 || priceCents > maxPriceCents) return { at, what: 'price' }
    const rule = { priceCents, discountBps: discountsBps.get(priceCents) ?? 0 }
    if (!costsItsDiscount(rule, laterBonusGrantCents, wagering)) return { at, what: 'later' }
    const isKept = firstBonusGrantCents <= (firstGivenCents.get(priceCents) ?? 0)
    if (!isKept && !costsItsGift(priceCents, firstBonusGrantCents, wagering)) return { at, what: 'first' }
  }
  return undefined
}

/**
 * The same with the settings in force and the discounts on the days of the plan. Where the policy does not require
 * wagering of the deposit, every gift is worth more than it costs.
 */
export async function readUnfitPackage(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  { rules, ...period }: Period & { rules: readonly PackageRule[] },
) {
  const inForce = await openSettings(cashierSettingsDefinition).read(sql)
  const given = Map.groupBy(await selectPackageRules(sql), ({ priceCents }) => priceCents)
  return unfitPackage(rules, {
    // A policy without gifts grants none, whatever is planned: the bounds of one with gifts apply.
    wagering: policy.terms.grantsGifts ? wageringOf({ curreny: 'BRL' }, inForce, policy) : inForce.wagering,
    discountsBps: await readLargestDiscounts(sql, period),
    // For the daily gift limit, granted discounts counted as their part of the highest price (prices.ts): it must not rise.
    maxPriceCents: Math.max(inForce.ownAmountMaxCents, await selectMaxPackage(sql)),
    firstGivenCents: new Map(
      [...given].map(([price, same]) => [price, Math.max(...same.map((one) => one.firstBonusGrantCents))]),
    ),
  })
}

/** Sets the packages of the main list from a day on. Orders that are open by then keep their terms. */
export async function planPackages(
  tx: Tx,
  { startsOn, rules }: { startsOn: string; rules: readonly PackageRule[] },
): Promise<void> {
  await insertMissingPackages(
    tx,
    rules.map(({ priceCents }) => priceCents),
  )
  await insertPackageRules(
    tx,
    rules.map((rule, at) => ({ startsOn, ...rule, sort: 10 * (at + 1) })),
  )
}

/** The gifts that these top-ups would have brought by other rules; prices that the rules do not sell count zero. */
export function replayGiftsCents(bought: readonly BoughtPackages[], rules: readonly PackageRule[]): number {
  const byPrice = new Map(rules.map((rule) => [rule.priceCents, rule]))
  return bought.reduce((sum, { priceCents, isFirst, count }) => {
    const rule = byPrice.get(priceCents)
    const giftCents = isFirst ? rule?.firstBonusGrantCents : rule?.laterBonusGrantCents
    return sum + count * (giftCents ?? 0)
  }, 0)
}
