import type { Calls } from '@palpite/contract'
import { cents, centsFromReais, floorToCents, fraction, sumCents } from '@palpite/money'

export type PricePackage = Calls['GET /api/app/order/getPrices']['data'][number]

/** A package as it is offered: what is paid, and the gift that comes with it. */
export type Offer = {
  /** None of an amount of the player's own. */
  pkgId: string | null
  priceCents: number
  /** What is paid: the price, less a discount that runs. */
  paidCents: number
  giftCents: number
  /** How often the deposit and its gift are to be staked. */
  mainTimes: number
  giftTimes: number
}

const mainCurrencies: readonly string[] = ['BRL', 'EXTPAY', '']
/** The package that is chosen beforehand: the one of R$ 100 (SPEC §7). */
const preselectedCents = 10_000
/** The in-game prompt shows so many (SPEC §9). */
const gameOffersShown = 4

const centsIn = (reais: number): number => centsFromReais(reais) ?? cents(0)

/**
 * What the main page sells, in its order, each with the gift of its price: that of a first top-up (FCBRL) or of
 * later ones (BTBRL).
 */
export const mainOffers = (packages: readonly PricePackage[], isFirstTopUp: boolean): Offer[] => {
  const giftCurreny = isFirstTopUp ? 'FCBRL' : 'BTBRL'
  const giftOf = (price: number): number =>
    packages.find((one) => one.curreny === giftCurreny && one.price === price)?.gift ?? 0
  return packages
    .filter((one) => mainCurrencies.includes(one.curreny))
    .toSorted((one, other) => one.sort - other.sort)
    .map((one) => offerOf(one, giftOf(one.price)))
}

/** What the in-game prompt offers: the first four, with gifts of their own. */
export const gameOffers = (packages: readonly PricePackage[]): Offer[] =>
  packages
    .toSorted((one, other) => one.sort - other.sort)
    .slice(0, gameOffersShown)
    .map((one) => offerOf(one, one.gift))

const offerOf = ({ pkgId, price, mainTimes, giftTimes }: PricePackage, gift: number): Offer => ({
  pkgId,
  priceCents: centsIn(price),
  paidCents: centsIn(price),
  giftCents: centsIn(gift),
  mainTimes,
  giftTimes,
})

/** Between which amounts a player may top up without a package, and how often that is to be wagered. */
export type OwnBounds = Calls['GET /api/app/order/ownAmount']['data']

export const isWithin = ({ minCents, maxCents }: OwnBounds, amountCents: number): boolean =>
  amountCents >= minCents && amountCents <= maxCents

/** What an amount of one's own buys, as the server has it: the package of that price, else the amount alone, without a gift. */
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

/** The offers as they are paid while a discount runs: the fraction off the price, a broken cent paid (as the server has it). */
export const discounted = (offers: readonly Offer[], discount: number): Offer[] =>
  offers.map((offer) => {
    const bps = BigInt(Math.round(discount * 10_000))
    const off = floorToCents(fraction(BigInt(cents(offer.priceCents)) * bps, 10_000))
    return { ...offer, paidCents: offer.priceCents - off }
  })

/**
 * The offer that is chosen before anybody chooses. For whoever is short of an amount the smallest that covers it, or
 * the largest where none does.
 */
export const preselected = (offers: readonly Offer[], missingCents?: number): Offer | undefined => {
  if (missingCents === undefined) return offers.find(({ priceCents }) => priceCents === preselectedCents)
  const byPrice = offers.toSorted((one, other) => one.priceCents - other.priceCents)
  return byPrice.find(({ priceCents }) => priceCents >= missingCents) ?? byPrice.at(-1)
}

/** What is still missing after the largest deposit there is; 0 where one deposit suffices. */
export const stillMissingCents = (
  offers: readonly Offer[],
  missingCents: number,
  bounds?: OwnBounds,
): number =>
  Math.max(0, missingCents - Math.max(bounds?.maxCents ?? 0, ...offers.map(({ priceCents }) => priceCents)))

/** What arrives in the wallet for an offer. */
export const receivedCents = ({ priceCents, giftCents }: Offer, wantsGift: boolean): number =>
  sumCents([cents(priceCents), cents(wantsGift ? giftCents : 0)])

/** What of it is a bonus: the gift where it is wanted, and always what a discount takes off. */
export const bonusCents = ({ priceCents, paidCents, giftCents }: Offer, wantsGift: boolean): number =>
  sumCents([cents(priceCents - paidCents), cents(wantsGift ? giftCents : 0)])

/** What is to be staked of an offer: before the deposit may leave, and before the bonus becomes cash. */
export const toWager = (offer: Offer, wantsGift: boolean): { mainCents: number; giftCents: number } => ({
  mainCents: offer.paidCents * offer.mainTimes,
  giftCents: bonusCents(offer, wantsGift) * offer.giftTimes,
})
