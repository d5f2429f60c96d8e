import { entryCents } from '@palpite/ui'
import { useSlip } from '../slip-store.ts'
import { combine, type CombinedBet } from './combined-rules.ts'
import { usePlacing } from './place-slip.ts'
import type { StakedLeg } from './slip-rules.ts'

/** The bet on all these legs, where the slip is set to one. */
export const useCombinedBet = (legs: readonly StakedLeg[]): CombinedBet | undefined => {
  const { mode, folds, entries, requests, isEachWay } = useSlip()
  const bounds = usePlacing((state) => state.bounds)
  if (mode === 'singles' || legs.length < 2 || (mode === 'system' && legs.length < 3)) return undefined
  const request = requests[mode]
  return combine({
    mode,
    views: legs.map(({ view }) => view),
    isEachWay: request ? request.isEachWay === true : isEachWay,
    chosenFolds: request?.folds ?? folds,
    unitStakeCents: request?.unitStakeCents ?? entryCents(entries[mode] ?? ''),
    bounds: { ...legs[0]?.bounds, ...bounds[mode] },
    isUnanswered: request !== undefined,
  })
}
