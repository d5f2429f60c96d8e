import type { UserInfo } from '../../../shared/session.ts'
import type { CombinedBet } from './combined-rules.ts'
import type { StakedLeg } from './slip-rules.ts'

type Wagering = UserInfo['wagering']

/** One bet of the slip as wagering looks at it: its kind, its stake, and the price of its cheapest combination. */
export type WageredBet = { kind: 'football' | 'parlay' | 'system'; stakeCents: number; priceMilli: number }

/** What the bets of the slip are for wagering: a parlay's whole odds, of a system the lowest of its legs. */
export function wageredBets(
  legs: readonly StakedLeg[],
  combined: Pick<CombinedBet, 'mode' | 'oddsMilli' | 'stakeCents' | 'views'> | undefined,
): WageredBet[] {
  if (!combined) {
    return legs.map(({ view, stakeCents }) => ({ kind: 'football', stakeCents, priceMilli: view.nowMilli }))
  }
  const lowest = Math.min(...combined.views.map(({ nowMilli }) => nowMilli))
  const { mode, stakeCents, oddsMilli } = combined
  return [
    mode === 'parlay'
      ? { kind: 'parlay', stakeCents, priceMilli: oddsMilli }
      : { kind: 'system', stakeCents, priceMilli: lowest },
  ]
}

/** What bets move once they are settled: of own money, and in stakes as they count for the bonus; never more than is left. */
export function movedBy(
  wagering: Wagering,
  bets: readonly WageredBet[],
  cashCents: number,
): { ownCents: number; bonusCents: number } {
  let left = cashCents
  let [ownCents, bonusCents] = [0, 0]
  for (const { kind, stakeCents, priceMilli } of bets) {
    // Stakes take own money first, and only that counts.
    const own = Math.min(stakeCents, Math.max(0, left))
    left -= own
    if (priceMilli < wagering.minPriceMilli) continue
    ownCents += own
    bonusCents += Math.floor((own * shareOf(wagering, kind, priceMilli)) / 10_000)
  }
  return {
    ownCents: Math.min(ownCents, wagering.ownLeftCents),
    bonusCents: Math.min(bonusCents, wagering.bonusLeftCents),
  }
}

/** The share of the highest step that the price reaches, of this kind of bet. */
const shareOf = ({ contributions }: Wagering, kind: WageredBet['kind'], priceMilli: number): number =>
  contributions
    .filter(({ game, fromPriceMilli }) => game === kind && priceMilli >= fromPriceMilli)
    .toSorted((one, other) => other.fromPriceMilli - one.fromPriceMilli)[0]?.shareBps ?? 0
