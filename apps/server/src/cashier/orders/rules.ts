import { cents, floorToCents, fraction } from '@palpite/money'
import type { CompliancePolicy } from '../../protection/index.ts'
import type { CashierSettings, Wagering } from '../settings.ts'
import { refuse, ok, type Result } from '../../platform/result.ts'
import type { Order, OrderStatus } from './order-queries.ts'
import type { PackageRow } from './package-queries.ts'
import type { FirstGifts, PaidOrder } from './topup-queries.ts'

/** Lists (currencies) whose packages are for sale; the others only set the bonus for a price. */
const SOLD = ['BRL', 'EXTPAY', '', 'INSBRL', 'EXPPAY'] as const

/** The package with this id, if it is for sale. */
export const soldPackage = (packages: readonly PackageRow[], id: string): PackageRow | undefined =>
  packages.find((one) => one.id === id && SOLD.some((curreny) => curreny === one.curreny))

/** What an order buys: a package, or an amount that the player chose, without package and gift. */
export type Bought = Pick<PackageRow, 'curreny' | 'priceCents' | 'bonusGrantCents'> & { id: string | null }

/** Lists whose packages form the main list: an amount equal to such a price buys that package, with its gift. */
const MAIN: readonly string[] = ['BRL', 'EXTPAY', '']
export const isOfMainList = ({ curreny }: Pick<PackageRow, 'curreny'>): boolean => MAIN.includes(curreny)

/** What an entered amount buys. */
export function boughtAmount(
  packages: readonly PackageRow[],
  amountCents: number,
  { ownAmountMinCents, ownAmountMaxCents }: CashierSettings,
): Result<Bought, 'topup_out_of_bounds'> {
  const same = packages.find((one) => isOfMainList(one) && one.priceCents === amountCents)
  if (same) return ok(same)
  if (amountCents >= ownAmountMinCents && amountCents <= ownAmountMaxCents) {
    return ok({ id: null, curreny: 'BRL', priceCents: amountCents, bonusGrantCents: 0 })
  }
  const values = { minCents: ownAmountMinCents, maxCents: ownAmountMaxCents }
  return refuse('topup_out_of_bounds', { values })
}

export type BonusGrants = { firstBonusGrantCents: number; laterBonusGrantCents: number }

/**
 * The bonuses of a package: at a first top-up and at later ones. The first bonus comes from one table (FCBRL) by
 * price, in whichever list the package is bought; the in-game prompt and the bonus panel have their own bonuses for
 * later top-ups and for prices that the table does not have.
 */
export function bonusGrantsOf(packages: readonly PackageRow[], bought: Bought): BonusGrants {
  if (bought.id === null) return { firstBonusGrantCents: 0, laterBonusGrantCents: 0 }
  const bonusGrantFor = (curreny: 'FCBRL' | 'BTBRL') =>
    packages.find((one) => one.curreny === curreny && one.priceCents === bought.priceCents)?.bonusGrantCents
  const bringsOwn = bought.curreny === 'INSBRL' || bought.curreny === 'EXPPAY'
  const laterBonusGrantCents = bringsOwn ? bought.bonusGrantCents : (bonusGrantFor('BTBRL') ?? 0)
  const otherwise = bringsOwn ? bought.bonusGrantCents : 0
  return { firstBonusGrantCents: bonusGrantFor('FCBRL') ?? otherwise, laterBonusGrantCents }
}

/** How often the money of this package must be wagered: the deposit itself only where the policy requires it. */
export const wageringOf = (
  { curreny }: Pick<PackageRow, 'curreny'>,
  settings: CashierSettings,
  { terms }: Pick<CompliancePolicy, 'terms'>,
): Wagering => {
  const { main, bonus } = curreny === 'EXPPAY' ? settings.panelWagering : settings.wagering
  return { main: terms.wagersTopUps ? main : 0, bonus }
}

/** The terms of an order. An order over a chain has no package. */
type Terms = Omit<Order, 'packageId'>

type IncomingPayment = {
  amountCents: number
  isFirst: boolean
  isFirstOfOrder: boolean
  isGranted: boolean
  /** Whether another account of the person got the bonus of a first top-up. */
  hadFirstBonus: boolean
  /** Whether another order has used the discount: several orders may be open while it runs. */
  isDiscountUsed: boolean
}

/**
 * The bonus granted with a payment for an order. Only the exact price of the package brings one, only once per order,
 * and only if the player wanted it and the policy still allows it. A first bonus is granted once per person: an
 * account whose owner got it with another account gets none.
 */
export function bonusGrantFor(order: Terms, payment: IncomingPayment): number {
  const { isFirst, hadFirstBonus } = payment
  if (!order.wantsBonusGrant || !grantsBonus(order, payment)) return 0
  if (isFirst && hadFirstBonus && hasOwnFirstBonus(order)) return 0
  return isFirst ? order.firstBonusGrantCents : order.laterBonusGrantCents
}

/** How a payment deviates from its order. */
export type PaymentDeviation = 'other_amount' | 'again' | 'late' | 'discount_used'

type ReceivedPayment = { amountCents: number; paidAt: Date; isAgain: boolean; isDiscountUsed: boolean }

/**
 * How a payment deviates from its order: a second payment, another amount, a discount that another order used, or
 * late; undefined if it matches. The time of payment counts, not the time of the bank's report.
 */
export function deviationOf(
  { amountCents: askedCents, status, expiresAt }: Pick<PaidOrder, 'amountCents' | 'status' | 'expiresAt'>,
  { amountCents, paidAt, isAgain, isDiscountUsed }: ReceivedPayment,
): PaymentDeviation | undefined {
  if (isAgain) return 'again'
  if (amountCents !== askedCents) return 'other_amount'
  if (isDiscountUsed) return 'discount_used'
  const isOver = status === 'cancelled' || status === 'failed' || paidAt > expiresAt
  return isOver ? 'late' : undefined
}

/**
 * The part of the price that a discount took off comes as a bonus too, wanted or not: the player was promised the
 * whole price. A discount applies to one top-up, the first that is paid without deviation.
 */
export const discountFor = (order: Terms, payment: IncomingPayment): number =>
  grantsBonus(order, payment) && !payment.isDiscountUsed ? order.discountCents : 0

const grantsBonus = (order: Terms, { amountCents, isFirstOfOrder, isGranted }: IncomingPayment): boolean =>
  isGranted && isFirstOfOrder && amountCents === order.amountCents

/** The discounted price and the discount, which is rounded down to a cent. */
export function discounted(
  priceCents: number,
  discountBps: number,
): { amountCents: number; discountCents: number } {
  const discountCents = floorToCents(fraction(BigInt(cents(priceCents)) * BigInt(discountBps), 10_000))
  return { amountCents: priceCents - discountCents, discountCents }
}

/** The minimum cost of a counted stake, in hundredths of a percent of its counted share: docs/maths/bonus.md, the table of r. */
export const LEAST_COST_BPS = 100

/**
 * Whether wagering a gift costs at least the gift, whatever it is staked on: B ≤ r × (m·M + b·B). In whole numbers,
 * without rounding.
 * Source: docs/maths/bonus.md, the claim.
 */
export const costsItsGift = (priceCents: number, giftCents: number, { main, bonus }: Wagering): boolean =>
  10_000 * giftCents <= LEAST_COST_BPS * (main * priceCents + bonus * giftCents)

/**
 * Whether wagering costs at least the gift and the discount of a price together: the discounted part comes as a bonus
 * too, and the deposit to wager is smaller by it.
 * Source: docs/maths/bonus.md, discounts.
 */
export function costsItsDiscount(
  { priceCents, discountBps }: { priceCents: number; discountBps: number },
  giftCents: number,
  wagering: Wagering,
): boolean {
  const { amountCents, discountCents } = discounted(priceCents, discountBps)
  return costsItsGift(amountCents, giftCents + discountCents, wagering)
}

/** Whether a first top-up brings another bonus than later ones: only then is it worth another account. */
export const hasOwnFirstBonus = ({ firstBonusGrantCents, laterBonusGrantCents }: BonusGrants): boolean =>
  firstBonusGrantCents > 0 && firstBonusGrantCents !== laterBonusGrantCents

/** Whether this is the player's first top-up, and whether the person already got the first bonus. */
export type Buyer = { isFirst: boolean; hadFirstBonus: boolean }

/** What an order reserves of the day's gifts of first top-ups: 0 where its bonus is none of these. */
export const firstGiftOf = (order: BonusGrants & { wantsBonusGrant: boolean }, buyer: Buyer): number =>
  order.wantsBonusGrant && buyer.isFirst && !buyer.hadFirstBonus && hasOwnFirstBonus(order)
    ? order.firstBonusGrantCents
    : 0

/** Granted and promised gifts of this many days stay within the limits of as many days. */
export const FIRST_GIFT_DAYS = 3

/**
 * The largest gift of a first top-up that may still be promised. New promises stop at the day's limit; earlier
 * promises are kept even beyond it. Granted and promised gifts together never exceed the limits of three days,
 * however many orders are opened at once. Accounts that open orders and never pay use up only this reserve, not the
 * day's limit.
 */
export const firstGiftsLeft = (
  aDayCents: number,
  { todayCents, recentCents, promisedCents }: FirstGifts,
): number =>
  Math.max(0, Math.min(aDayCents - todayCents, FIRST_GIFT_DAYS * aDayCents - recentCents - promisedCents))

/**
 * The bonus that the list shows to this buyer for a price: the one that will be granted, so no two lists show
 * different gifts. The rows of first and later bonuses show their own. Limited by what is left of the day's gifts of
 * first top-ups.
 */
export function shownBonusGrant(
  packages: readonly PackageRow[],
  one: PackageRow,
  { isFirst, hadFirstBonus, firstGiftsLeftCents }: Buyer & { firstGiftsLeftCents: number },
): number {
  const isOver = (cents: number) => hadFirstBonus || cents > firstGiftsLeftCents
  if (one.curreny === 'FCBRL') return isOver(one.bonusGrantCents) ? 0 : one.bonusGrantCents
  if (one.curreny !== 'INSBRL' && one.curreny !== 'EXPPAY') return one.bonusGrantCents
  const grants = bonusGrantsOf(packages, one)
  if (!isFirst) return grants.laterBonusGrantCents
  return hasOwnFirstBonus(grants) && isOver(grants.firstBonusGrantCents) ? 0 : grants.firstBonusGrantCents
}

/**
 * Whether the payer's tax id, as the bank shows it, certainly belongs to another person. Some banks mask it
 * (`***.456.789-**`): then only the visible digits are compared, and a fully masked id proves nothing.
 */
export function isThirdPartyPayer(shown: string | undefined, cpf: string | undefined): boolean {
  if (shown === undefined || cpf === undefined) return false
  const marks = shown.replaceAll(/[.\-/\s]/g, '')
  if (marks.length !== cpf.length) return true
  return Array.from(marks).some((mark, at) => /[0-9A-Z]/.test(mark) && mark !== cpf[at])
}

/**
 * Whether a payment counts as one from the player's own account: every digit that the bank shows matches and at least
 * one is shown, or the bank lets nobody else pay the charge. An unknown payer is not the player.
 */
export const isOwnPayer = (
  { payerTaxId, restrictsPayer }: { payerTaxId: string | undefined; restrictsPayer: boolean },
  cpf: string | undefined,
): boolean => !isThirdPartyPayer(payerTaxId, cpf) && (restrictsPayer || /[0-9A-Z]/.test(payerTaxId ?? ''))

/** The wire status of an order (docs/specification.md, 3.23). */
export type WireStatus = '00' | '10' | '01' | '-01' | '99'

const wireStatuses: Record<OrderStatus, WireStatus> = {
  // The provider has not confirmed the charge yet.
  created: '99',
  open: '00',
  credited: '10',
  partly_reversed: '10',
  reversed: '01',
  expired: '01',
  cancelled: '01',
  rejected: '01',
  failed: '-01',
}

/** An order past its time is expired, even before the expiry job has run. */
export const orderStatus = ({ status, isPast }: { status: OrderStatus; isPast: boolean }): WireStatus =>
  wireStatuses[isPast && (status === 'created' || status === 'open') ? 'expired' : status]

/** Why an order brought nothing, where its wire status does not say. */
export type EndReason = 'other_payer'

/**
 * Why an order brought nothing, where its status does not say. An order is rejected if only another person's money
 * came and the law forbids that; a later payment of the player's own still credits it.
 */
export const endReason = ({ status }: { status: OrderStatus }): EndReason | null =>
  status === 'rejected' ? 'other_payer' : null

/** The reason that a record shows beside a top-up's status. */
export type TopUpReason = EndReason | PaymentDeviation | 'taken_back' | 'partly_taken_back'

/** Why an order has its status: what was refunded of it, else how the payment deviated. */
export function topUpReason({
  status,
  came,
}: {
  status: OrderStatus
  came: PaymentDeviation | null
}): TopUpReason | null {
  if (status === 'reversed') return 'taken_back'
  return status === 'partly_reversed' ? 'partly_taken_back' : (endReason({ status }) ?? came)
}
