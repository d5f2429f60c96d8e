import { deadHeat, LOST, VOID, type Resolution } from '../resolution.ts'

/** How an outright ended: who won (several share a title without a play-off) and who never took part. */
export type OutrightResult = {
  readonly winners: readonly string[]
  readonly places?: number
  readonly didNotStart?: readonly string[]
}

/** `all_in`: a bet stands whether its selection takes part or not. `runs_or_void`: stakes back if it does not. */
export type OutrightTerms = 'all_in' | 'runs_or_void'

/**
 * What a selection of an outright resolves to; `undefined` while nobody has won.
 * Joint winners share the stake like a dead heat.
 */
export const resolveOutright = (
  result: OutrightResult,
  selection: string,
  terms: OutrightTerms,
): Resolution | undefined => {
  if (terms === 'runs_or_void' && result.didNotStart?.includes(selection)) return VOID
  if (result.winners.length === 0) return undefined
  return result.winners.includes(selection) ? deadHeat(result.places ?? 1, result.winners.length) : LOST
}
