import type { Ending } from '../markets/state.ts'
import { deadHeat, LOST, VOID, type Resolution } from '../resolution.ts'

/** A runner's finish: a place (shared places have equal numbers), unplaced, or a non-runner. */
export type Finish = number | 'unplaced' | 'non_runner'

/** An official result. Shared places have equal numbers: 1, 2, 2, 4. */
export type RaceResult = ReadonlyMap<string, Finish>

/** A race and its status. Only a finished one has a result; an abandoned one refunds every stake. */
export type Race = {
  readonly ending: Extract<
    Ending,
    'running' | 'finished' | 'abandoned' | 'postponed' | 'cancelled' | 'no_contest'
  >
  readonly finishes: RaceResult
}

/** What is wrong with a race result. */
export type RaceRefusal = 'no_runners' | 'place_not_whole' | 'no_winner' | 'places_skip'

/** Why this is no race result, if so: there must be a winner, and after two seconds comes fourth. */
export const checkRace = (result: RaceResult): RaceRefusal | undefined => {
  if (result.size === 0) return 'no_runners'
  const places = [...result.values()].filter((finish) => typeof finish === 'number').toSorted((a, b) => a - b)
  if (!places.every((place) => Number.isSafeInteger(place) && place >= 1)) return 'place_not_whole'
  if (places[0] !== 1) return 'no_winner'
  const fits = places.every((place) => places.filter((other) => other < place).length === place - 1)
  return fits ? undefined : 'places_skip'
}

/**
 * A runner of a race backed to finish in the first `places`, or `undefined` while the race is undecided.
 * Non-runners are void at once.
 * Asserts: a runner of this race, at least one place, and a checked result once it is finished.
 */
export const resolveRace = (race: Race, runner: string, places: number): Resolution | undefined => {
  if (race.ending === 'finished') return resolveRunner(race.finishes, runner, places)
  const finish = finishOf(race.finishes, runner)
  return race.ending !== 'running' || finish === 'non_runner' ? VOID : undefined
}

const finishOf = (result: RaceResult, runner: string): Finish => {
  const finish = result.get(runner)
  if (finish === undefined) throw new Error(`no runner ${runner} in this race`)
  return finish
}

/**
 * A runner backed to finish in the first `places`: won, lost, void for a non-runner, or a dead heat if more runners
 * share the last paid places. `places` 1 is the win market. Asserts: a runner of this race, a checked result, at least
 * one place. Source: docs/maths/racing.md §1.
 */
export const resolveRunner = (result: RaceResult, runner: string, places: number): Resolution => {
  const refusal = checkRace(result)
  if (refusal) throw new Error(`not a race result: ${refusal}`)
  if (!Number.isSafeInteger(places) || places < 1)
    throw new Error(`places must be one or more, got ${places}`)
  const finish = finishOf(result, runner)
  if (finish === 'non_runner') return VOID
  if (finish === 'unplaced') return LOST
  const tied = [...result.values()].filter((other) => other === finish).length
  return resolveFinish(finish, tied, places)
}

/** The same from a place and how many share it. */
export const resolveFinish = (place: number, tied: number, places: number): Resolution =>
  place > places ? LOST : deadHeat(places - place + 1, tied)

type Terms = { places: number; fractionOfOdds: { n: number; d: number } }

/** The number of paid places and fraction of the odds; the first matching row by starters and handicap. */
const PLACE_TERMS: readonly { minRunners: number; isHandicap?: true; terms: Terms }[] = [
  { minRunners: 16, isHandicap: true, terms: { places: 4, fractionOfOdds: { n: 1, d: 4 } } },
  { minRunners: 12, isHandicap: true, terms: { places: 3, fractionOfOdds: { n: 1, d: 4 } } },
  { minRunners: 8, terms: { places: 3, fractionOfOdds: { n: 1, d: 5 } } },
  { minRunners: 5, terms: { places: 2, fractionOfOdds: { n: 1, d: 4 } } },
]

/** The place terms by number of starters and handicap; undefined if only the winner is paid. */
export const placeTermsFor = (runners: number, isHandicap: boolean): Terms | undefined =>
  PLACE_TERMS.find((row) => runners >= row.minRunners && (isHandicap || !row.isHandicap))?.terms
