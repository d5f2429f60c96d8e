import type { UserInfo } from '../../../shared/session.ts'
import type { CombinedBet } from './combined-rules.ts'
import type { StakedLeg } from './slip-rules.ts'

type Wagering = UserInfo['wagering']

/** A bet for wagering: its stake, and its lowest combination's price. */
export type WageredBet = { stakeCents: number; priceMilli: number }

type Combined = Pick<
  CombinedBet,
  'mode' | 'oddsMilli' | 'stakeCents' | 'views' | 'folds' | 'bankers' | 'isEachWay'
> & {
  /** Whether it has a promise: then it counts nothing. */
  isPromised: boolean
}

/**
 * The slip's bets for wagering: a parlay's total odds, a system's lowest combination, each-way the lower place price.
 * None for each-way in several races.
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

/** The lowest legs of the smallest fold, with the bankers. */
function lowestMilli({ views, folds, bankers: ids }: Combined): number {
  const isBanker = ({ leg }: Combined['views'][number]) => ids.has(leg.outcomeId)
  const free = views.filter((view) => !isBanker(view)).map(({ nowMilli }) => nowMilli)
  const lowest = free.toSorted((one, other) => one - other).slice(0, Math.min(...folds))
  const bankers = views.filter(isBanker).map(({ nowMilli }) => nowMilli)
  return [...bankers, ...lowest].reduce((all, price) => (all * price) / 1000, 1000)
}

/**
 * How much settled bets wager, of own money and of the last bonus, at most what is left; and their bonus part, which
 * counts nothing.
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
    // Stakes use own money first, and only that counts.
    const own = Math.min(stakeCents, Math.max(0, left))
    left -= own
    fromBonusCents += stakeCents - own
    if (priceMilli >= wagering.minPriceMilli) counted += Math.floor((own * wagering.sportsBps) / 10_000)
  }
  const ownCents = Math.min(counted, wagering.ownLeftCents)
  const forBonus = wagering.isBonusAfter ? counted - ownCents : counted
  return { ownCents, bonusCents: Math.min(forBonus, wagering.bonusLeftCents), fromBonusCents }
}
