import type { Calls } from '@palpite/contract'
import { cents } from '@palpite/money'
import { boostedPrice, isPriceMilli, parlayBoostBps, parlayBoostCents } from '@palpite/odds'
import type { CombinedBet } from './combined-rules.ts'
import type { StakedLeg } from './slip-rules.ts'

/** The promises currently offered for bets. */
export type Boosts = Calls['GET /api/app/sportsbook/boosts']['data']
export type WinningsBoost = Boosts['winnings'][number]
export type PriceBoost = Boosts['prices'][number]

/** The refund of a parlay that loses exactly one selection. */
export type Insurance = Boosts['insurances'][number]

/** The slip's parlay boost: its amount, and what the next step requires. */
export type BoostView = {
  boost: WinningsBoost
  bps: number
  addsCents: number
  next: { legs: number; bps: number } | undefined
}

/** A multiple with its boost included in the return. */
export type BoostedBet = CombinedBet & { boost: BoostView | undefined }

/** The boost in force that adds most to this bet; if none applies, the nearest one. */
export const boostOfParlay = (bet: CombinedBet | undefined, { winnings }: Boosts): BoostView | undefined => {
  if (!bet || bet.mode !== 'parlay' || bet.isEachWay || bet.conflicts.size > 0 || bet.isTooLong)
    return undefined
  const legs = bet.views.map(({ nowMilli }) => ({ priceMilli: nowMilli }))
  const returned = { stakeCents: cents(bet.stakeCents), returnCents: cents(bet.returnCents) }
  const views = winnings.map((boost): BoostView => {
    const bps = parlayBoostBps(boost, legs)
    const counted = legs.filter(({ priceMilli }) => priceMilli >= boost.minPriceMilli).length
    const step = boost.steps
      .filter((one) => one.legs > counted && one.bps > bps)
      .toSorted((one, other) => one.legs - other.legs)[0]
    return {
      boost,
      bps,
      addsCents: parlayBoostCents(boost, legs, returned),
      next: step && { legs: step.legs - counted, bps: step.bps },
    }
  })
  return views.toSorted((one, other) => other.addsCents - one.addsCents || other.bps - one.bps)[0]
}

/** The boosted price of the slip's one selection, with its stake. */
export type BoostedSingle = { boost: PriceBoost; staked: StakedLeg; plainMilli: number; boostedMilli: number }

/** The only selection's boost before its match; undefined for several, each-way, or an expired price. */
export const boostOfSingle = (legs: readonly StakedLeg[], { prices }: Boosts): BoostedSingle | undefined => {
  const [staked] = legs
  if (!staked || legs.length > 1 || staked.isEachWay || staked.isUnanswered) return undefined
  const { leg, nowMilli, status, fixture } = staked.view
  const boost = prices.find(({ outcomeId }) => outcomeId === leg.outcomeId)
  if (!boost || status !== 'open' || fixture?.matchStatus !== 0 || !isPriceMilli(nowMilli)) return undefined
  return { boost, staked, plainMilli: nowMilli, boostedMilli: boostedPrice(nowMilli, boost.bps) }
}

/** This parlay's insurance: the one that refunds most. */
export const insuranceOf = (bet: CombinedBet | undefined, { insurances }: Boosts): Insurance | undefined => {
  if (!bet || bet.mode !== 'parlay' || bet.isEachWay || bet.conflicts.size > 0 || bet.isTooLong)
    return undefined
  return insurances
    .filter(
      ({ minLegs, minPriceMilli }) =>
        bet.views.length >= minLegs && bet.views.every(({ nowMilli }) => nowMilli >= minPriceMilli),
    )
    .toSorted((one, other) => other.maxCents - one.maxCents)[0]
}

/** Whether this selection has early payout: only before its match. */
export const isPaidEarly = (
  { leg, fixture }: StakedLeg['view'],
  { earlyPayouts }: Pick<Boosts, 'earlyPayouts'>,
): boolean =>
  leg.marketType === 'football.1x2' &&
  leg.period === 'full' &&
  fixture?.matchStatus === 0 &&
  earlyPayouts.some(({ sport }) => sport === 'football')
