import { cents, floorToCents, fraction } from '@palpite/money'
import type { CompliancePolicy } from '../../protection/index.ts'
import type { CashierSettings, Wagering } from '../settings.ts'
import { refuse, ok, type Result } from '../../platform/result.ts'
import type { Order, OrderStatus } from './order-queries.ts'
import type { PackageRow } from './package-queries.ts'
import type { FirstGifts, PaidOrder } from './topup-queries.ts'

/** Currencies whose packages may be bought; the others only say which bonus comes with a price. */
const SOLD = ['BRL', 'EXTPAY', '', 'INSBRL', 'EXPPAY'] as const

/** The package with this id, if it is for sale. */
export const soldPackage = (packages: readonly PackageRow[], id: string): PackageRow | undefined =>
  packages.find((one) => one.id === id && SOLD.some((curreny) => curreny === one.curreny))

/** What an order is of: a package, or an amount of the player's own, which has no package and brings no gift. */
export type Bought = Pick<PackageRow, 'curreny' | 'priceCents' | 'bonusGrantCents'> & { id: string | null }

/** Packages that the main list shows: whoever asks for the price of one gets it, with its gift. */
const MAIN: readonly string[] = ['BRL', 'EXTPAY', '']

/** What somebody buys who asks for an amount of their own. */
export function boughtAmount(
  packages: readonly PackageRow[],
  amountCents: number,
  { ownAmountMinCents, ownAmountMaxCents }: CashierSettings,
): Result<Bought, 'topup_out_of_bounds'> {
  const same = packages.find(
    ({ curreny, priceCents }) => MAIN.includes(curreny) && priceCents === amountCents,
  )
  if (same) return ok(same)
  if (amountCents >= ownAmountMinCents && amountCents <= ownAmountMaxCents) {
    return ok({ id: null, curreny: 'BRL', priceCents: amountCents, bonusGrantCents: 0 })
  }
  const values = { minCents: ownAmountMinCents, maxCents: ownAmountMaxCents }
  return refuse('topup_out_of_bounds', { values })
}

export type BonusGrants = { firstBonusGrantCents: number; laterBonusGrantCents: number }

/**
 * The bonuses that may come with a package: at a first top-up and at later ones. That of a first top-up stands in
 * one table (FCBRL), by price, wherever the package is bought; the in-game prompt and the bonus panel bring their
 * own to later ones and at prices that the table does not know.
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

/** How often the money of this package is to be wagered: the deposit itself only where the policy asks for it. */
export const wageringOf = (
  { curreny }: Pick<PackageRow, 'curreny'>,
  settings: CashierSettings,
  { terms }: Pick<CompliancePolicy, 'terms'>,
): Wagering => {
  const { main, bonus } = curreny === 'EXPPAY' ? settings.panelWagering : settings.wagering
  return { main: terms.wagersTopUps ? main : 0, bonus }
}

/** What an order promised: that of money over a chain has no package. */
type Terms = Omit<Order, 'packageId'>

type IncomingPayment = {
  amountCents: number
  isFirst: boolean
  isFirstOfOrder: boolean
  isGranted: boolean
  /** Whether an account of the same person had the bonus of a first top-up. */
  hadFirstBonus: boolean
  /** Whether the discount of the order was given with another one: several may have been open while it ran. */
  isDiscountUsed: boolean
}

/**
 * The bonus that comes with money for an order. Only the very price of the package brings one, only once an
 * order, and only if the player wanted it and the policy still grants it. That of a first top-up comes once to a
 * person: whoever had it with another account gets none.
 */
export function bonusGrantFor(order: Terms, payment: IncomingPayment): number {
  const { isFirst, hadFirstBonus } = payment
  if (!order.wantsBonusGrant || !bringsAny(order, payment)) return 0
  if (isFirst && hadFirstBonus && hasOwnFirstBonus(order)) return 0
  return isFirst ? order.firstBonusGrantCents : order.laterBonusGrantCents
}

/** How a payment deviates from its order. */
export type PaymentDeviation = 'other_amount' | 'again' | 'late' | 'discount_used'

type ReceivedPayment = { amountCents: number; paidAt: Date; isAgain: boolean; isDiscountUsed: boolean }

/**
 * How a payment deviates from its order: a second payment, another amount, a discount that another order used, or late;
 * undefined if it matches. The time of payment counts, not the time at which the bank reports it.
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
 * What a discount took off the price comes as a bonus too, wanted or not: the player was promised the whole price. It is
 * for one top-up, the first that is paid as it was asked for.
 */
export const discountFor = (order: Terms, payment: IncomingPayment): number =>
  bringsAny(order, payment) && !payment.isDiscountUsed ? order.discountCents : 0

const bringsAny = (order: Terms, { amountCents, isFirstOfOrder, isGranted }: IncomingPayment): boolean =>
  isGranted && isFirstOfOrder && amountCents === order.amountCents

/** What is paid of a price under a discount, and what is not; a broken cent is paid. */
export function discounted(
  priceCents: number,
  discountBps: number,
): { amountCents: number; discountCents: number } {
  const discountCents = floorToCents(fraction(BigInt(cents(priceCents)) * BigInt(discountBps), 10_000))
  return { amountCents: priceCents - discountCents, discountCents }
}

/** Whether a first top-up brings another bonus than later ones: only then is it worth another account. */
export const hasOwnFirstBonus = ({ firstBonusGrantCents, laterBonusGrantCents }: BonusGrants): boolean =>
  firstBonusGrantCents > 0 && firstBonusGrantCents !== laterBonusGrantCents

/** Who tops up: whether it is a first time, and whether this person had its bonus. */
export type Buyer = { isFirst: boolean; hadFirstBonus: boolean }

/** What an order promises of the day's gifts of first top-ups: nothing where the bonus is none of these. */
export const firstGiftOf = (order: BonusGrants & { wantsBonusGrant: boolean }, buyer: Buyer): number =>
  order.wantsBonusGrant && buyer.isFirst && !buyer.hadFirstBonus && hasOwnFirstBonus(order)
    ? order.firstBonusGrantCents
    : 0

/** What was given in so many days, with all that is promised, stays within so many days' bounds. */
export const FIRST_GIFT_DAYS = 3

/**
 * The greatest gift of a first top-up that may still be promised to somebody new. A day gives no more than its bound but for
 * promises, which are kept however full it has become: what days gave and orders promise never comes to more than the bounds of
 * three days, however many orders are opened at once. Accounts that open orders and never pay use up that room alone, not the day's.
 */
export const firstGiftsLeft = (
  aDayCents: number,
  { todayCents, recentCents, promisedCents }: FirstGifts,
): number =>
  Math.max(0, Math.min(aDayCents - todayCents, FIRST_GIFT_DAYS * aDayCents - recentCents - promisedCents))

/**
 * The bonus that a price of the list shows to this buyer: what will come with it, so that no two places promise
 * different gifts. The rows of first and later bonuses show their own. What is left of the day's gifts of first top-ups
 * bounds what is offered.
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
 * Whether the payer's tax id, as the bank shows it, certainly belongs to somebody else. Some banks mask it
 * (`***.456.789-**`): then only the visible digits are compared, and a fully masked id proves nothing.
 */
export function isThirdPartyPayer(shown: string | undefined, cpf: string | undefined): boolean {
  if (shown === undefined || cpf === undefined) return false
  const marks = shown.replaceAll(/[.\-/\s]/g, '')
  if (marks.length !== cpf.length) return true
  return Array.from(marks).some((mark, at) => /[0-9A-Z]/.test(mark) && mark !== cpf[at])
}

/**
 * Whether a payment may count as one from the player's own account: no digit that the bank shows belongs to somebody else, and it
 * shows some, or it lets nobody else pay the charge. A payer whom nobody has seen is not the player.
 */
export const isOwnPayer = (
  { payerTaxId, restrictsPayer }: { payerTaxId: string | undefined; restrictsPayer: boolean },
  cpf: string | undefined,
): boolean => !isThirdPartyPayer(payerTaxId, cpf) && (restrictsPayer || /[0-9A-Z]/.test(payerTaxId ?? ''))

/** Status of an order on the wire (READINGS, Cashier). */
export type WireStatus = '00' | '10' | '01' | '-01' | '99'

const wireStatuses: Record<OrderStatus, WireStatus> = {
  // The provider has not said yet whether it takes the charge.
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

/** An order whose time is over is expired, whether or not the job has been by. */
export const orderStatus = ({ status, isPast }: { status: OrderStatus; isPast: boolean }): WireStatus =>
  wireStatuses[isPast && (status === 'created' || status === 'open') ? 'expired' : status]

/** What the status on the wire leaves out: why an order came to nothing. */
export type EndReason = 'other_payer'

/**
 * Why an order came to nothing, if its status does not tell. Rejected is one that only somebody else's money came
 * for, where the law forbids that; a payment of the player's own that comes later makes it credited.
 */
export const endReason = ({ status }: { status: OrderStatus }): EndReason | null =>
  status === 'rejected' ? 'other_payer' : null

/** What a record says of a top-up beside its status. */
export type TopUpReason = EndReason | PaymentDeviation | 'taken_back' | 'partly_taken_back'

/** Why an order stands as it does: what went back of it, else how the money came. */
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
