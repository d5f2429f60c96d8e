import type { UserInfo } from '../../../shared/session.ts'
import type { CombinedBet } from './combined-rules.ts'
import type { StakedLeg } from './slip-rules.ts'

type Wagering = UserInfo['wagering']

/** One bet of the slip as wagering looks at it: its stake, and the price of its lowest combination. */
export type WageredBet = { stakeCents: number; priceMilli: number }

type Combined = Pick<
  CombinedBet,
  'mode' | 'oddsMilli' | 'stakeCents' | 'views' | 'folds' | 'bankers' | 'isEachWay'
> & {
  /** Whether it is promised more than its prices say: then nothing of it counts. */
  isPromised: boolean
}

/**
 * What the bets of the slip are for wagering: a parlay's whole odds, of a system the lowest of its combinations, of a bet
 * each way the lower price of the place. Nothing of one each way in several races.
 */
export function wageredBets(
  legs: readonly StakedLeg[],
  combined: Combined | undefined,
  isPaidEarly: (view: StakedLeg['view']) => boolean = () => false,
): WageredBet[] {
  if (!combined) {
    return legs.map(({ view, stakeCents, isEachWay }) => ({
      stakeCents,
      priceMilli: isPaidEarly(view) ? 0 : isEachWay && view.place ? view.place.priceMilli : view.nowMilli,
    }))
  }
  const { mode, stakeCents, oddsMilli, isPromised, isEachWay } = combined
  if (isPromised || isEachWay) return [{ stakeCents, priceMilli: 0 }]
  return [{ stakeCents, priceMilli: mode === 'parlay' ? oddsMilli : lowestMilli(combined) }]
}

/** As many of the lowest legs as the smallest fold has, with the bankers. */
function lowestMilli({ views, folds, bankers: ids }: Combined): number {
  const isBanker = ({ leg }: Combined['views'][number]) => ids.has(leg.outcomeId)
  const free = views.filter((view) => !isBanker(view)).map(({ nowMilli }) => nowMilli)
  const lowest = free.toSorted((one, other) => one - other).slice(0, Math.min(...folds))
  const bankers = views.filter(isBanker).map(({ nowMilli }) => nowMilli)
  return [...bankers, ...lowest].reduce((all, price) => (all * price) / 1000, 1000)
}

/**
 * What bets move once they are settled, of the way to own money and of that to the last bonus, never more than is left; and
 * what of them is staked from bonus money, which moves nothing.
 */
export function movedBy(
  wagering: Wagering,
  bets: readonly WageredBet[],
  cashCents: number,
): { ownCents: number; bonusCents: number; fromBonusCents: number } {
  let left = cashCents
  let counted = 0
  let fromBonusCents = 0
  for (const { stakeCents, priceMilli } of bets) {
    // Stakes take own money first, and only that counts.
    const own = Math.min(stakeCents, Math.max(0, left))
    left -= own
    fromBonusCents += stakeCents - own
    if (priceMilli >= wagering.minPriceMilli) counted += Math.floor((own * wagering.sportsBps) / 10_000)
  }
  const ownCents = Math.min(counted, wagering.ownLeftCents)
  const forBonus = wagering.isBonusAfter ? counted - ownCents : counted
  return { ownCents, bonusCents: Math.min(forBonus, wagering.bonusLeftCents), fromBonusCents }
}
