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

/** What the bounds of a plan go by: how often money is wagered, the highest price, and the largest gifts of a first top-up so far. */
type Bounds = {
  wagering: Wagering
  maxPriceCents: number
  firstGivenCents: ReadonlyMap<number, number>
  /** The planned discounts of these days by price, in hundredths of a percent: a gift that comes beside one is bounded with it. */
  discountsBps: ReadonlyMap<number, number>
}

/**
 * The first rule of a main list that does not fit, as its place and what of it; nothing where all fit. A gift of a later top-up
 * is never worth more than it costs. One of a first top-up neither, but where its price had a larger one already: such gifts
 * come once a person and are bounded by day, and a plan may keep or lower them.
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

/** The same by the numbers in force, and by the discounts of the days of the plan: where the policy does not have the deposit wagered, no gift costs what it is worth. */
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
    // Discounts that were given are worth what they take off the highest price (prices.ts): none may become higher.
    maxPriceCents: Math.max(inForce.ownAmountMaxCents, await selectMaxPackage(sql)),
    firstGivenCents: new Map(
      [...given].map(([price, same]) => [price, Math.max(...same.map((one) => one.firstBonusGrantCents))]),
    ),
  })
}

/** Sets what the main list sells from a day on. Orders that are open then keep their terms. */
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

/** What the gifts of these top-ups would have come to by other rules; prices that the rules do not sell count nothing. */
export function replayGiftsCents(bought: readonly BoughtPackages[], rules: readonly PackageRule[]): number {
  const byPrice = new Map(rules.map((rule) => [rule.priceCents, rule]))
  return bought.reduce((sum, { priceCents, isFirst, count }) => {
    const rule = byPrice.get(priceCents)
    const giftCents = isFirst ? rule?.firstBonusGrantCents : rule?.laterBonusGrantCents
    return sum + count * (giftCents ?? 0)
  }, 0)
}
