import { cents, splitByWeights } from '@palpite/money'
import { cashOutOffer, type CashOutBet, combinationCount, type PriceMilli } from '@palpite/odds'
import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isOpen, type Quote } from '../betting/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { priceLeft, resolutionOf, type StandingBet, type StandingLeg } from '../settlement/index.ts'
import { isInPlay } from '../sports/index.ts'
import { legNow, type LegNow, type OfferState } from './leg-now.ts'

export type CashOutRules = Pick<SportsbookSettings, 'cashOut'>
export type OfferRules = Pick<
  SportsbookSettings,
  'cashOut' | 'marginShape' | 'marginsBps' | 'marketMarginsBps'
>

export type OfferRefusal = 'bet_not_open' | 'cash_out_suspended' | 'cash_out_free_bet'

/** What the house pays for all of an open bet, and what it is worth without the house's share. */
export type Offer = {
  offerCents: number
  fairCents: number
  /** The database's clock as its prices were read. */
  at: Date
}

/** What the house offers for this bet as its legs stand now. */
export function offerFor(
  bet: StandingBet,
  state: OfferState,
  rules: OfferRules,
): Result<Offer, OfferRefusal> {
  // Its stake is not its player's: what it is worth is a chance of the house's own gift.
  if (bet.freeBetId !== null) return refuse('cash_out_free_bet')
  // What all legs came to is known: it is about to be paid in full, and no part of that is the house's.
  const isDecided = bet.legs.every(({ parts }) => parts !== null)
  if (bet.status !== 'open' || isDecided) return refuse('bet_not_open')
  const { quotes } = state
  const isSold = ({ outcomeId, parts }: StandingLeg) => {
    const quote = quotes.get(outcomeId)
    if (parts !== null) return quote === undefined || !mayBeTakenBack(quote, state)
    return quote !== undefined && isOpen(quote)
  }
  if (!bet.legs.every(isSold)) return refuse('cash_out_suspended')
  const now = (leg: StandingLeg, price: PriceMilli): LegNow => {
    const quote = leg.parts === null ? quotes.get(leg.outcomeId) : undefined
    return quote ? legNow(quote, price, { state, rules }) : {}
  }
  const offer = cashOutOffer(multipleOf(bet, now), rules.cashOut.reductionBps)
  if (!offer.ok) return refuse('cash_out_suspended')
  const { offerCents, fairCents } = offer.value
  const { at } = present([...quotes.values()][0], 'a quote of an open bet')
  return ok({ offerCents, fairCents: Math.floor(fairCents), at })
}

/**
 * Whether what a leg was decided by may still be taken back: its match is being played and stands still, as after a goal that
 * is looked at again, or its feed is silent. A correction changes no bet that was sold, so none is sold on it.
 */
const mayBeTakenBack = (
  { fixtureId, matchStatus, isFeedHeard }: Quote,
  { pricedFrom }: OfferState,
): boolean => isInPlay(matchStatus) && (!isFeedHeard || (pricedFrom.get(fixtureId)?.isStopped ?? false))

/** A boost is for who lets the bet run: it is valued at its prices without one. */
const multipleOf = (
  {
    unitStakeCents,
    folds,
    isEachWay,
    boost,
    legs,
  }: Pick<StandingBet, 'unitStakeCents' | 'folds' | 'isEachWay' | 'boost' | 'legs'>,
  now: (leg: StandingLeg, price: PriceMilli) => LegNow = () => ({}),
): CashOutBet => ({
  unitStakeCents: cents(unitStakeCents),
  folds,
  isEachWay,
  legs: legs.map((leg) => {
    const price = priceLeft(boost?.kind === 'price' ? { ...leg, priceMilli: boost.priceMilli } : leg)
    return { priceMilli: price, banker: leg.isBanker, resolution: resolutionOf(leg), ...now(leg, price) }
  }),
})

/** What is taken out of a bet and what stays in it. */
export type Cut = {
  unitCents: number
  stakeCents: number
  cashCents: number
  bonusCents: number
  paidCents: number
  /** Nothing stays: the bet ends. */
  isWhole: boolean
  keptUnitCents: number
}

export type CutRefusal = 'cash_out_below_min' | 'bet_not_open'

/** Takes so much of a bet's unit stake out, for its part of the offer for the whole; all of it where nothing is said. */
export function cutBet(
  bet: StandingBet,
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

/** What is left of a bet of which this is sold; who sells a part gives up a boost of the winnings. */
export const keptOf = (bet: StandingBet, { keptUnitCents }: Cut): StandingBet => ({
  ...bet,
  unitStakeCents: keptUnitCents,
  boost: null,
})
