import { deadHeat, LOST, VOID, type Resolution } from '../resolution.ts'
import { checkRace, resolveFinish } from './race.ts'

/** An outright's result: the winners (a title may be shared) and the non-starters. */
export type OutrightResult = {
  readonly winners: readonly string[]
  /** The number of paid places; 1 by default. */
  readonly places?: number
  /** The final table, if places are paid: shared places have equal numbers. 1, 2, 2, 4. */
  readonly positions?: ReadonlyMap<string, number>
  readonly didNotStart?: readonly string[]
}

/** `all_in`: a bet stands whether its selection starts or not. `runs_or_void`: refunded if it does not. */
export type OutrightTerms = 'all_in' | 'runs_or_void'

/**
 * An outright selection's resolution; `undefined` while unknown: no winner, or only the winner for a place bet. A tie
 * for the last paid place is a dead heat; a selection in no position has lost. Asserts: one place or more; positions
 * without gaps. Source: docs/maths/racing.md §1.
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
