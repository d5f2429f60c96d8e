import { cents, splitByWeights } from '@palpite/money'
import { cashOutOffer, type CashOutBet, combinationCount, type PriceMilli } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isOpen } from '../betting/quote-rules.ts'
import type { Quote } from '../betting/read-quotes.ts'
import type { SportsbookSettings } from '../settings.ts'
import { priceLeft, resolutionOf } from '../settlement/rules.ts'
import type { CurrentBet, UnsettledLeg } from '../settlement/current-bet-queries.ts'
import { isInPlay } from '../sports/match-status.ts'
import { legValue, type LegValue, type OfferState } from './leg-value.ts'

export type CashOutRules = Pick<SportsbookSettings, 'cashOut'>
export type OfferRules = Pick<
  SportsbookSettings,
  'cashOut' | 'marginShape' | 'marginsBps' | 'marketMarginsBps'
>

export type OfferRefusal = 'bet_not_open' | 'cash_out_suspended' | 'cash_out_free_bet'

/** The offer for a whole open bet, and its fair value without the share of the house. */
export type Offer = {
  offerCents: number
  fairCents: number
  /** The time of the prices, by the database's clock. */
  at: Date
}

/** The offer for this bet in the present state of its legs. */
export function offerFor(bet: CurrentBet, state: OfferState, rules: OfferRules): Result<Offer, OfferRefusal> {
  // A free stake belongs to the house: cashing out would pay for a gift.
  if (bet.freeBetId !== null) return refuse('cash_out_free_bet')
  // All legs are decided: the bet is about to be paid in full.
  const isDecided = bet.legs.every(({ parts }) => parts !== null)
  if (bet.status !== 'open' || isDecided) return refuse('bet_not_open')
  const { quotes } = state
  const isSold = ({ outcomeId, parts, isHeldUp }: UnsettledLeg) => {
    // Its market may be open: the leg may be void by the time it was placed, for example. Prices do not show that.
    if (isHeldUp) return false
    const quote = quotes.get(outcomeId)
    if (parts !== null) return quote === undefined || !mayBeReversed(quote, state)
    return quote !== undefined && isOpen(quote)
  }
  if (!bet.legs.every(isSold)) return refuse('cash_out_suspended')
  const now = (leg: UnsettledLeg, price: PriceMilli): LegValue => {
    const quote = leg.parts === null ? quotes.get(leg.outcomeId) : undefined
    return quote ? legValue(quote, price, { state, rules }) : {}
  }
  const offer = cashOutOffer(multipleOf(bet, now), rules.cashOut.reductionBps)
  if (!offer.ok) return refuse('cash_out_suspended')
  const { offerCents, fairCents } = offer.value
  const [first] = quotes.values()
  const { at } = present(first, 'a quote of an open bet')
  return ok({ offerCents, fairCents: Math.floor(fairCents), at })
}

/**
 * Whether the decision of a leg may still be reverted: its match is in play and stopped, as during a review of a
 * goal, or its feed is silent. A correction does not change a cashed-out bet, so none is cashed out on it.
 */
const mayBeReversed = ({ fixtureId, matchStatus, isFeedAlive }: Quote, { pricedFrom }: OfferState): boolean =>
  isInPlay(matchStatus) && (!isFeedAlive || (pricedFrom.get(fixtureId)?.isStopped ?? false))

/** A boost is only for bets that run to the end: the value ignores it. */
const multipleOf = (
  {
    unitStakeCents,
    folds,
    isEachWay,
    boost,
    legs,
  }: Pick<CurrentBet, 'unitStakeCents' | 'folds' | 'isEachWay' | 'boost' | 'legs'>,
  now: (leg: UnsettledLeg, price: PriceMilli) => LegValue = () => ({}),
): CashOutBet => ({
  unitStakeCents: cents(unitStakeCents),
  folds,
  isEachWay,
  legs: legs.map((leg) => {
    const price = priceLeft(boost?.kind === 'price' ? { ...leg, priceMilli: boost.priceMilli } : leg)
    return { priceMilli: price, banker: leg.isBanker, resolution: resolutionOf(leg), ...now(leg, price) }
  }),
})

/** The part cashed out of a bet, and what remains. */
export type Cut = {
  unitCents: number
  stakeCents: number
  cashCents: number
  bonusCents: number
  paidCents: number
  /** Nothing remains: the bet ends. */
  isWhole: boolean
  keptUnitCents: number
}

export type CutRefusal = 'cash_out_below_min' | 'bet_not_open'

/** Cashes out this much of the unit stake for its share of the offer; everything if no amount is given. */
export function cutBet(
  bet: CurrentBet,
  offerCents: number,
  unitCents: number | undefined,
  { cashOut }: CashOutRules,
): Result<Cut, CutRefusal> {
  const isWhole = unitCents === undefined || unitCents >= bet.unitStakeCents
  const unit = isWhole ? bet.unitStakeCents : unitCents
  const combinations = Number(combinationCount(multipleOf(bet)))
  const stakeCents = unit * combinations
  const paidCents = isWhole ? offerCents : Math.floor((offerCents * unit) / bet.unitStakeCents)
  const { minCents } = cashOut
  if (paidCents < 1 || (!isWhole && paidCents < minCents)) {
    return refuse('cash_out_below_min', {
      values: { minCents },
      detail: { minCents },
    })
  }
  const [cashCents = 0, bonusCents = 0] = splitByWeights(cents(stakeCents), [bet.cashCents, bet.bonusCents])
  const keptUnitCents = bet.unitStakeCents - unit
  return ok({
    unitCents: unit,
    stakeCents,
    cashCents,
    bonusCents,
    paidCents,
    isWhole,
    keptUnitCents,
  })
}

/** What remains of a bet after a partial cash-out, which gives up a winnings boost. */
export const keptOf = (bet: CurrentBet, { keptUnitCents }: Cut): CurrentBet => ({
  ...bet,
  unitStakeCents: keptUnitCents,
  boost: null,
})
