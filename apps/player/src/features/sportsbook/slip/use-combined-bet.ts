import { entryCents } from '@palpite/ui'
import { useSlip } from '../slip-store.ts'
import { boostOfParlay, type BoostedBet } from './boost-rules.ts'
import { combine } from './combined-rules.ts'
import { usePlacing } from './place-slip.ts'
import type { StakedLeg } from './slip-rules.ts'
import { useBoosts } from './use-boosts.ts'

/** The bet on all these legs, where the slip is set to one, with what a boost adds to it. */
export const useCombinedBet = (legs: readonly StakedLeg[]): BoostedBet | undefined => {
  const { mode, folds, entries, requests, isEachWay } = useSlip()
  const bounds = usePlacing((state) => state.bounds)
  const boosts = useBoosts()
  if (mode === 'singles' || legs.length < 2 || (mode === 'system' && legs.length < 3)) return undefined
  const request = requests[mode]
  const bet = combine({
    mode,
    views: legs.map(({ view }) => view),
    isEachWay: request ? request.isEachWay === true : isEachWay,
    chosenFolds: request?.folds ?? folds,
    unitStakeCents: request?.unitStakeCents ?? entryCents(entries[mode] ?? ''),
    bounds: { ...legs[0]?.bounds, ...bounds[mode] },
    isUnanswered: request !== undefined,
  })
  const boost = boostOfParlay(bet, boosts)
  return { ...bet, boost, returnCents: bet.returnCents + (boost?.addsCents ?? 0) }
}
