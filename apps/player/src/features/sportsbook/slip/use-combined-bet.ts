import { entryCents } from '@palpite/ui'
import { type SlipMode, useSlip } from '../slip-store.ts'
import { boostOfParlay, type BoostedBet } from './boost-rules.ts'
import { combine } from './combined-rules.ts'
import { usePlacing } from './place-slip.ts'
import type { StakedLeg } from './slip-rules.ts'
import { modeOf } from './slip-mode.ts'
import { useBoosts } from './use-boosts.ts'

/** The slip's multiple, if in that mode, with its boost. */
export const useCombinedBet = (legs: readonly StakedLeg[]): BoostedBet | undefined => {
  const { folds, entries, requests, isEachWay } = useSlip()
  const mode = useSlipMode()
  const bounds = usePlacing((state) => state.bounds)
  const boosts = useBoosts()
  if (mode === 'singles' || legs.length < 2) return undefined
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

/** The slip's mode. */
export const useSlipMode = (): SlipMode => {
  const slip = useSlip()
  const states = usePlacing((placing) => placing.states)
  return modeOf(slip, { ...states, ...slip.requests })
}
