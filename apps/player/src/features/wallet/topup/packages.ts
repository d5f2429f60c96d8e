import type { Calls } from '@palpite/contract'
import { cents, centsFromReais, floorToCents, fraction, sumCents } from '@palpite/money'

export type PricePackage = Calls['GET /api/app/order/getPrices']['data'][number]

/** An offered package: price and gift. */
export type Offer = {
  /** Undefined for a free amount. */
  pkgId: string | null
  priceCents: number
  /** The payment: the price minus a current discount. */
  paidCents: number
  giftCents: number
  /** The wagering multiples of deposit and gift. */
  mainTimes: number
  giftTimes: number
}

const mainCurrencies: readonly string[] = ['BRL', 'EXTPAY', '']
/** The default package: R$ 100 (SPEC §7). */
const preselectedCents = 10_000
/** The in-game prompt shows this many (SPEC §9). */
const gameOffersShown = 4

const centsIn = (reais: number): number => centsFromReais(reais) ?? cents(0)

/** The main page's packages in order, each with its gift: first top-up (FCBRL) or later (BTBRL). */
export const mainOffers = (packages: readonly PricePackage[], isFirstTopUp: boolean): Offer[] => {
  const giftCurreny = isFirstTopUp ? 'FCBRL' : 'BTBRL'
  const giftOf = (price: number): number =>
    packages.find((one) => one.curreny === giftCurreny && one.price === price)?.gift ?? 0
  return packages
    .filter((one) => mainCurrencies.includes(one.curreny))
    .toSorted((one, other) => one.sort - other.sort)
    .map((one) => offerOf(one, giftOf(one.price)))
}

/** The in-game prompt's packages: the first four, with their own gifts. */
export const gameOffers = (packages: readonly PricePackage[]): Offer[] =>
  packages
    .toSorted((one, other) => one.sort - other.sort)
    .slice(0, gameOffersShown)
    .map((one) => offerOf(one, one.gift))

const offerOf = ({ pkgId, price, off = 0, mainTimes, giftTimes }: PricePackage, gift: number): Offer => ({
  pkgId,
  priceCents: centsIn(price),
  paidCents: centsIn(price) - centsIn(off),
  giftCents: centsIn(gift),
  mainTimes,
  giftTimes,
})

/** The bounds of a free amount, and its wagering multiple. */
export type OwnBounds = Calls['GET /api/app/order/ownAmount']['data']

export const isWithin = ({ minCents, maxCents }: OwnBounds, amountCents: number): boolean =>
  amountCents >= minCents && amountCents <= maxCents

/** The server's rule for a free amount: the package of that price, else the amount without a gift. */
export const ownOffer = (
  offers: readonly Offer[],
  bounds: OwnBounds,
  amountCents: number,
): Offer | undefined => {
  const same = offers.find(({ priceCents }) => priceCents === amountCents)
  if (same || !isWithin(bounds, amountCents)) return same
  const { mainTimes, giftTimes } = bounds
  return {
    pkgId: null,
    priceCents: amountCents,
    paidCents: amountCents,
    giftCents: 0,
    mainTimes,
    giftTimes,
  }
}

/**
 * The offers at their price with the player's discount, a fraction of the price; a fraction of a cent is
 * paid. A planned discount that takes off more stays, as on the server.
 */
export const discounted = (offers: readonly Offer[], discount: number): Offer[] =>
  offers.map((offer) => {
    const bps = BigInt(Math.round(discount * 10_000))
    const off = floorToCents(fraction(BigInt(cents(offer.priceCents)) * bps, 10_000))
    return { ...offer, paidCents: Math.min(offer.paidCents, offer.priceCents - off) }
  })

/** The default offer. If an amount is missing, the smallest that covers it, or the largest. */
export const preselected = (offers: readonly Offer[], missingCents?: number): Offer | undefined => {
  if (missingCents === undefined) return offers.find(({ priceCents }) => priceCents === preselectedCents)
  const byPrice = offers.toSorted((one, other) => one.priceCents - other.priceCents)
  return byPrice.find(({ priceCents }) => priceCents >= missingCents) ?? byPrice.at(-1)
}

/** What is still missing after the largest deposit; 0 if one suffices. */
export const stillMissingCents = (
  offers: readonly Offer[],
  missingCents: number,
  bounds?: OwnBounds,
): number =>
  Math.max(0, missingCents - Math.max(bounds?.maxCents ?? 0, ...offers.map(({ priceCents }) => priceCents)))

/** The amount credited for an offer. */
export const receivedCents = ({ priceCents, giftCents }: Offer, wantsGift: boolean): number =>
  sumCents([cents(priceCents), cents(wantsGift ? giftCents : 0)])

/** Its bonus part: the gift if accepted, and always the discount. */
export const bonusCents = ({ priceCents, paidCents, giftCents }: Offer, wantsGift: boolean): number =>
  sumCents([cents(priceCents - paidCents), cents(wantsGift ? giftCents : 0)])

/** What must be staked: before the deposit may leave, and before the bonus becomes cash. */
export const toWager = (offer: Offer, wantsGift: boolean): { mainCents: number; giftCents: number } => ({
  mainCents: offer.paidCents * offer.mainTimes,
  giftCents: bonusCents(offer, wantsGift) * offer.giftTimes,
})
