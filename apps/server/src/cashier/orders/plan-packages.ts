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
import { wageringOf } from './rules.ts'

/** As many as fit on the top-up page. */
const MAX_PACKAGES = 24

/** The least that wagering costs per counted stake, in hundredths of a percent: docs/maths/bonus.md, the table of r. */
export const LEAST_COST_BPS = 100

/** The bounds of a plan: wagering multiples, the highest price, and the largest gifts of a first top-up so far. */
type Bounds = {
  wagering: Wagering
  maxPriceCents: number
  firstGivenCents: ReadonlyMap<number, number>
}

/**
 * Whether wagering a gift costs at least the gift, on any kind of stake: B ≤ r × (m·M + b·B). In whole numbers, so
 * nothing is rounded.
 * Source: docs/maths/bonus.md, the claim.
 */
export const costsItsGift = (priceCents: number, giftCents: number, { main, bonus }: Wagering): boolean =>
  10_000 * giftCents <= LEAST_COST_BPS * (main * priceCents + bonus * giftCents)

/**
 * The first invalid rule of a main list, as its place and the field; undefined where all are valid. A gift of a later
 * top-up is never worth more than its wagering costs. Nor is a gift of a first top-up, unless its price already had a
 * larger one: these gifts come once per person and are limited by day, so a plan may keep or lower them.
 */
export function unfitPackage(
  rules: readonly PackageRule[],
  { wagering, maxPriceCents, firstGivenCents }: Bounds,
): { at: number; what: 'price' | 'first' | 'later' } | undefined {
  if (rules.length === 0 || rules.length > MAX_PACKAGES) return { at: 0, what: 'price' }
  for (const [at, { priceCents, firstBonusGrantCents, laterBonusGrantCents }] of rules.entries()) {
    const isNext = priceCents > (rules[at - 1]?.priceCents ?? 0)
    if (!isNext || priceCents % 100 !== 0 || priceCents > maxPriceCents) return { at, what: 'price' }
    if (!costsItsGift(priceCents, laterBonusGrantCents, wagering)) return { at, what: 'later' }
    const isKept = firstBonusGrantCents <= (firstGivenCents.get(priceCents) ?? 0)
    if (!isKept && !costsItsGift(priceCents, firstBonusGrantCents, wagering)) return { at, what: 'first' }
  }
  return undefined
}

/**
 * The same with the settings in force: where the policy requires no wagering of deposits, no gift is covered by its
 * cost.
 */
export async function readUnfitPackage(
  sql: Sql,
  policy: Pick<CompliancePolicy, 'terms'>,
  rules: readonly PackageRule[],
) {
  const inForce = await openSettings(cashierSettingsDefinition).read(sql)
  const given = Map.groupBy(await selectPackageRules(sql), ({ priceCents }) => priceCents)
  return unfitPackage(rules, {
    // A policy without gifts grants none, whatever is planned: the bounds of one with gifts apply.
    wagering: policy.terms.grantsGifts ? wageringOf({ curreny: 'BRL' }, inForce, policy) : inForce.wagering,
    // Discounts already granted are worth their part of the highest price (prices.ts), so no price may exceed it.
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
