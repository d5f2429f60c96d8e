import type { CashierSettings, Wagering } from '../settings.ts'
import type { Order, OrderStatus, PackageRow } from './order-queries.ts'

/** Currencies whose packages may be bought; the others only say which gift comes with a price. */
const SOLD = ['BRL', 'EXTPAY', '', 'INSBRL', 'EXPPAY'] as const

/** The package with this id, if it is for sale. */
export const soldPackage = (packages: readonly PackageRow[], id: string): PackageRow | undefined =>
  packages.find((one) => one.id === id && SOLD.some((curreny) => curreny === one.curreny))

export type Gifts = { firstGiftCents: number; laterGiftCents: number }

/**
 * The gifts that may come with a package: at a first top-up and at later ones, matched by price (FCBRL,
 * BTBRL). The in-game prompt and the bonus panel bring their own.
 */
export function giftsOf(packages: readonly PackageRow[], bought: PackageRow): Gifts {
  if (bought.curreny === 'INSBRL' || bought.curreny === 'EXPPAY') {
    return { firstGiftCents: bought.giftCents, laterGiftCents: bought.giftCents }
  }
  const giftFor = (curreny: 'FCBRL' | 'BTBRL') =>
    packages.find((one) => one.curreny === curreny && one.priceCents === bought.priceCents)?.giftCents ?? 0
  return { firstGiftCents: giftFor('FCBRL'), laterGiftCents: giftFor('BTBRL') }
}

/** How often the money of this package is to be wagered. */
export const wageringOf = ({ curreny }: PackageRow, settings: CashierSettings): Wagering =>
  curreny === 'EXPPAY' ? settings.panelWagering : settings.wagering

type Arrival = {
  amountCents: number
  isFirst: boolean
  isFirstOfOrder: boolean
  grantsGift: boolean
  /** Whether an account of the same person had the gift of a first top-up. */
  hadFirstGift: boolean
}

/**
 * The gift that comes with money for an order. Only the very price of the package brings one, only once an
 * order, and only if the player wanted it and the policy still grants it. That of a first top-up comes once to a
 * person: whoever had it with another account gets none.
 */
export function giftFor(order: Order, arrival: Arrival): number {
  const { amountCents, isFirst, isFirstOfOrder, grantsGift, hadFirstGift } = arrival
  if (!order.wantsGift || !grantsGift || !isFirstOfOrder || amountCents !== order.amountCents) return 0
  if (isFirst && hadFirstGift && hasOwnFirstGift(order)) return 0
  return isFirst ? order.firstGiftCents : order.laterGiftCents
}

/** Whether a first top-up brings another gift than later ones: only then is it worth another account. */
export const hasOwnFirstGift = ({ firstGiftCents, laterGiftCents }: Gifts): boolean =>
  firstGiftCents > 0 && firstGiftCents !== laterGiftCents

/**
 * Whether a payer's tax id, as the bank shows it, is surely somebody else's. Some banks mask it
 * (`***.456.789-**`): then only the digits that are shown are compared, and nothing shown proves nothing.
 */
export function isStranger(shown: string | undefined, cpf: string | undefined): boolean {
  if (shown === undefined || cpf === undefined) return false
  const marks = shown.replaceAll(/[.\-/\s]/g, '')
  if (marks.length !== cpf.length) return true
  return Array.from(marks).some((mark, at) => /[0-9A-Z]/.test(mark) && mark !== cpf[at])
}

/** Status of an order on the wire (READINGS, Cashier). */
export type WireStatus = '00' | '10' | '01' | '-01'

const wireStatuses: Record<OrderStatus, WireStatus> = {
  created: '00',
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
