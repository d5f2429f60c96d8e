import { deadHeat, LOST, VOID, type Resolution } from '../resolution.ts'
import { checkRace, resolveFinish } from './race.ts'

/** How an outright ended: who won (several share a title without a play-off) and who never took part. */
export type OutrightResult = {
  readonly winners: readonly string[]
  /** How many places are paid; 1 if not said. */
  readonly places?: number
  /** The final table, where more than the title is paid: those that share a place say the same number. 1, 2, 2, 4. */
  readonly positions?: ReadonlyMap<string, number>
  readonly didNotStart?: readonly string[]
}

/** `all_in`: a bet stands whether its selection takes part or not. `runs_or_void`: stakes back if it does not. */
export type OutrightTerms = 'all_in' | 'runs_or_void'

/**
 * What a selection of an outright resolves to; `undefined` while that is not known: nobody has won, or of a bet on
 * several places only the winner is named. Those tied for the last paid place share it like a dead heat; who is in
 * none of the positions has lost.
 * Asserts: one place or more; positions without gaps.
 * Source: docs/maths/racing.md §1.
 */
export const resolveOutright = (
  result: OutrightResult,
  selection: string,
  terms: OutrightTerms,
): Resolution | undefined => {
  const { winners, places = 1, positions, didNotStart = [] } = result
  if (!Number.isSafeInteger(places) || places < 1)
    throw new Error(`places must be one or more, got ${places}`)
  if (terms === 'runs_or_void' && didNotStart.includes(selection)) return VOID
  if (positions) return byPosition(positions, selection, places)
  if (winners.includes(selection)) return deadHeat(places, winners.length)
  const isFull = winners.length > 0 && winners.length >= places
  return isFull || didNotStart.includes(selection) ? LOST : undefined
}

const byPosition = (
  positions: ReadonlyMap<string, number>,
  selection: string,
  places: number,
): Resolution | undefined => {
  if (positions.size === 0) return undefined
  const refusal = checkRace(positions)
  if (refusal) throw new Error(`not a final table: ${refusal}`)
  const place = positions.get(selection)
  if (place === undefined) return LOST
  const tied = [...positions.values()].filter((other) => other === place).length
  return resolveFinish(place, tied, places)
}
